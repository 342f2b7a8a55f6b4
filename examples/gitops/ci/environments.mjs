// The environments of environments.yml, for GitHub's workflows and for the script that checks GitLab's settings.
import { readFileSync } from "node:fs";

/** A line of the file with a name: no anchor (&) and no alias (*). */
const line = /^ +- +([^\s&*#]\S*) *(?:#.*)?$/gm;
/** A name is part of names of files, variables and environments at the code host. */
const name = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
/** Environments that the pipelines use for something else. */
const taken = /^(?:compare|drift-issue|.*-preview)$/;

/**
 * The names of the environments, in the order of the file.
 *
 * @throws Error that names a wrong line
 */
export function environments(text = readFileSync(new URL("../environments.yml", import.meta.url), "utf8")) {
  const names = [...text.matchAll(line)].map(([, found]) => found);
  for (const [index, found] of names.entries()) {
    if (!name.test(found))
      throw new Error(`environments.yml: name ${found}: use lower-case letters, digits and single hyphens`);
    if (taken.test(found)) throw new Error(`environments.yml: name ${found}: reserved for the pipelines`);
    if (names.indexOf(found) !== index) throw new Error(`environments.yml: name ${found}: listed twice`);
  }
  if (names.length === 0) throw new Error("environments.yml: the lists have no name");
  return names;
}

/** Two environments to compare, and the beginnings of the names of their variables: `EU_PROD` of `eu-prod`. */
function pair(from, to) {
  const prefix = (one) => one.toUpperCase().replaceAll("-", "_");
  return { name: `${from}-${to}`, from, to, fromPrefix: prefix(from), toPrefix: prefix(to) };
}

/**
 * Each environment with the next one, or the two named ones.
 *
 * @throws Error for a name that is no environment
 */
export function pairs(names, from = "", to = "") {
  if (from === "" && to === "") return names.slice(1).map((next, index) => pair(names[index], next));
  for (const one of [from, to]) {
    if (!names.includes(one)) throw new Error(`"${one}": environments.yml has only ${names.join(", ")}`);
  }
  if (from === to) throw new Error(`"${from}": name two different environments`);
  return [pair(from, to)];
}
