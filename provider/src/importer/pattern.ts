/**
 * A pattern for names: `*` stands for any text, `?` for any one character, all else for itself. The effort grows with pattern times text,
 * whatever they are.
 */
export function matcherOf(pattern: string): (text: string) => boolean {
  const wanted = [...pattern];
  return (text) => {
    const given = [...text];
    let [at, next] = [0, 0];
    // Where the latest `*` stands, and up to where it has taken the text.
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
