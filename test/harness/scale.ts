/** How many cases a property is tried with in `npm test`. */
const usual = 150;

/** The same for properties of which a case takes many calls. The soak tries as many of them as of the others. */
export const few = 12;

/**
 * With how many cases, and from which seed, a property is tried. In `npm test` always with the same ones, so that what is
 * right stays right; in `npm run soak` with as many as it is told to, and with others each time.
 *
 * @param share of the cases, where several tests share them
 * @param inTests how many cases there are in `npm test`
 */
export function cases(share = 1, inTests = usual): { readonly numRuns: number; readonly seed: number } {
  return {
    numRuns: Math.ceil(Number(process.env.SOAK_CASES ?? inTests) * share),
    seed: Number(process.env.SOAK_SEED ?? 1),
  };
}

/**
 * The combinations that a test tries: in `npm test` some of them, spread evenly over all; in the soak all of them.
 *
 * @param inTests how many there are in `npm test`
 */
export function spread<T>(all: readonly T[], inTests = usual): readonly T[] {
  const part = process.env.SOAK_CASES === undefined ? inTests / all.length : 1;
  // Multiples of the golden ratio are spread more evenly than every n-th one, which could always be the same member of a combination.
  return all.filter((_, at) => (at * 0.618_033_988_75) % 1 < part);
}

/** How long such a test may take, in milliseconds. A soak ends when it is done. */
export const longest = process.env.SOAK_CASES === undefined ? 600_000 : 0;
