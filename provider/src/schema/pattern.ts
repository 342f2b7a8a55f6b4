/**
 * Compiles a name pattern: `*` matches any text, `?` any one character, and every other character itself. The running time is at most
 * proportional to pattern length times text length.
 */
export function matcherOf(pattern: string): (text: string) => boolean {
  const wanted = [...pattern];
  return (text) => {
    const given = [...text];
    let [at, next] = [0, 0];
    // The position of the latest `*` in the pattern, and the end of the text that it matches.
    let [star, taken] = [-1, 0];
    while (at < given.length) {
      if (wanted[next] === "*") {
        star = next;
        taken = at;
        next += 1;
      } else if (wanted[next] === "?" || wanted[next] === given[at]) {
        at += 1;
        next += 1;
      } else if (star >= 0) {
        taken += 1;
        at = taken;
        next = star + 1;
      } else return false;
    }
    return wanted.slice(next).every((character) => character === "*");
  };
}
