/**
 * Collects keys as long as the program does not wait for anything else, and asks for up to `most` of them at once.
 *
 * @returns asks for a key, and answers all that was asked at the same time
 */
export function together<T>(most: number, ask: (keys: readonly string[]) => Promise<T>): (key: string) => Promise<T> {
  let open: { readonly keys: Set<string>; readonly answer: Promise<T> } | undefined;
  const begin = () => {
    const keys = new Set<string>();
    const answer = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (open === group) open = undefined;
      return ask([...keys]);
    });
    const group = { keys, answer };
    return group;
  };
  return (key) => {
    if (open === undefined || open.keys.size === most) open = begin();
    open.keys.add(key);
    return open.answer;
  };
}
