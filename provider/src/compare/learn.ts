import { hasWildcard } from "../baseline/addresses.ts";
import { keysOfPath } from "../schema/property-path.ts";
import { type Fields, fieldAt } from "../schema/schema.ts";
import { targetOf } from "../state/references.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { areRelated, type ComparedChange, type Comparison, withoutBrackets } from "./compare.ts";
import { type Pair, type Permitted, type Replacement, ReplacementError, Replacements } from "./expected.ts";
import { isMasked } from "./leaves.ts";
import { isOnlyOne, keyProperties } from "./side.ts";

/** Limits that keep a comparison fast even if two tenants have nothing in common. */
const max = { pairs: 5_000, candidates: 60, replacements: 20, permitted: 200, length: 80 };

/** The minimum number of differences that a proposed replacement must explain: a single one can be a coincidence. */
const minExplained = 2;

/** Two texts, one of each side. They may be equal after a replacement that is still to be found. */
interface TextPair {
  readonly from: string;
  readonly to: string;
  /** Whether the texts are names. In a name, each part between separators can be replaced; in URLs and other texts, only host names can. */
  readonly isName: boolean;
  /** The place of the texts: the leaf, or the type of the missing objects. There, each text of one side has at most one counterpart. */
  readonly place: string;
}

/**
 * Proposes replacements that explain differences. Those that explain most come first. A replacement applies to all texts, so a wrong one would
 * hide a weakening for good. Therefore each proposal:
 *
 * - is a part of a name that is no URL, or a host name;
 * - explains no text that another proposal has explained, and leaves what the others explain as it is;
 * - is not derived from names that consist of other objects' names, such as that of a grant: they would count one object twice;
 * - is derived only from properties that do not matter for security, and that contain no code, no key and no option of another service;
 * - changes no URL scheme and no wildcard, and at least one letter;
 * - contains no secret;
 * - contains a separator: a bare word such as `dev` would also change other words and the service's own values.
 *
 * @param comparison the comparison. The replacements turn texts of its first side into texts of its second side
 */
export function proposedReplacements(comparison: Comparison): readonly Replacement[] {
  const chosen: Replacement[] = [];
  const settled: TextPair[] = [];
  let left = pairsIn(comparison);
  while (chosen.length < max.replacements) {
    const votes = new Map<string, { readonly replacement: Replacement; count: number }>();
    for (const replacement of left.flatMap((pair) => candidatesOf(pair))) {
      const key = JSON.stringify([replacement.from, replacement.to]);
      const vote = votes.get(key) ?? { replacement, count: 0 };
      vote.count += 1;
      votes.set(key, vote);
    }
    const likely = [...votes.values()].toSorted((a, b) => b.count - a.count).slice(0, max.candidates);
    const scored = likely.flatMap(({ replacement }) => {
      const all = [...chosen, replacement];
      const explained = explainedBy(all, left);
      const keeps = explainedBy(all, settled)?.size === settled.length;
      return explained && keeps && explained.size >= minExplained ? [{ replacement, explained }] : [];
    });
    const [best] = scored.toSorted(
      (a, b) => b.explained.size - a.explained.size || a.replacement.from.length - b.replacement.from.length,
    );
    if (!best) return chosen;
    chosen.push(best.replacement);
    settled.push(...best.explained);
    const ends = new Set([...best.explained].flatMap(endsOf));
    left = left.filter((pair) => !endsOf(pair).some((end) => ends.has(end)));
  }
  return chosen;
}

/** The two texts of a pair at their place, as keys. */
function endsOf({ from, to, place }: TextPair): readonly string[] {
  return [JSON.stringify([place, "from", from]), JSON.stringify([place, "to", to])];
}

/**
 * Proposes pairs of objects that are the same but have different names. The evidence for a pair: the same property refers to one of the objects on
 * the first side and to the other one on the second side, and neither object was matched.
 *
 * @param comparison the comparison. Its first side is the one that the file calls `from`
 */
export function proposedPairs({ different, missing }: Comparison): readonly Pair[] {
  const found = new Map<string, Pair>();
  for (const { changes } of different) {
    for (const [, group] of Map.groupBy(changes, ({ path }) => path)) {
      const ends = ([1, 0] as const).map((on) =>
        missing.filter((one) => one.on === on && group.some(({ was, is }) => one.id === (on === 1 ? was : is))),
      );
      const [[from, ...others] = [], [to, ...moreOthers] = []] = ends;
      if (!from || !to || others.length + moreOthers.length > 0 || from.type !== to.type) continue;
      if (isMasked(from.name + to.name)) continue;
      const nameOf = ({ type, on, name, id }: typeof from) => {
        const isOnly = missing.filter((one) => one.type === type && one.on === on && one.name === name).length === 1;
        return isOnly ? name : id;
      };
      const pair = { type: from.type, from: nameOf(from), to: nameOf(to) };
      found.set(JSON.stringify(pair), pair);
    }
  }
  const all = [...found.values()];
  // If two properties suggest different partners for an object, neither pair is proposed.
  return all.filter(
    (pair) =>
      !all.some(
        (other) => other !== pair && other.type === pair.type && (other.from === pair.from || other.to === pair.to),
      ),
  );
}

/**
 * Proposes properties that may differ. It never proposes a property that matters for security, a secret, code, a URL, a key, an option of another
 * service, or a property that refers to a missing object. It never proposes that an object may be missing.
 */
export function proposedPermissions({ different, missing }: Comparison, day: string): readonly Permitted[] {
  const absent = new Set(missing.map(({ id }) => id));
  const isAbsent = (value: unknown) => typeof value === "string" && absent.has(value);
  const reason = `It differed when this file was made on ${day}.`;
  const found = different.flatMap(({ type, name, changes }) => {
    // No entry can refer to a name with `*` or `?`, which would be read as a pattern, or to a masked name, which is incomplete.
    if (/[*?]/.test(name) || isMasked(name)) return [];
    // An entry permits all differences of a property. So the property is not proposed if people must decide about even one of its changes.
    const kept = changes
      .filter((change) => isForPeople(type, change) || isAbsent(change.was) || isAbsent(change.is))
      .map(({ path }) => path);
    const paths = changes
      .map(({ path }) => withoutBrackets(path))
      .filter((path) => !kept.some((one) => areRelated(path, one)));
    return [...new Set(paths)].map((property) => ({ type, object: name, property }));
  });
  const groups = Map.groupBy(found, ({ type, property }) => JSON.stringify([type, property]));
  return [...groups.values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, max.permitted)
    .flatMap(([first, ...others]) => {
      if (!first) return [];
      const { type, object, property } = first;
      const isOne = others.length === 0 && !isOnlyOne(type);
      return [{ type, ...(isOne && { object }), property, reason }];
    });
}

/** Names of properties that contain code or keys, or that identify an identity provider. */
const trusted = /issuer|endpoint|audience|key|cert|pem|jwk|(?<!de)script|code/i;

/** Names of properties that contain URLs, hosts or domains. */
const addresses = /ur[il]s?(?![a-z])|host|domain/i;

/**
 * Whether the service trusts the value of a property: code, a key, or a value in a document that also contains secrets, such as the options of a
 * connection.
 */
function isTrusted(type: TypeName, path: string): boolean {
  const fields: Fields = definitions[type].schema.fields;
  const field = fieldAt(fields, keysOfPath(path));
  return trusted.test(path) || Boolean(field?.kind === "document" ? field.documented : field?.language);
}

/** Whether only a person may decide that the values of a change may differ. */
function isForPeople(type: TypeName, { path, safeguard, secret, was, is }: ComparedChange): boolean {
  if (safeguard !== undefined || secret || isTrusted(type, path) || addresses.test(path)) return true;
  const text = JSON.stringify([was, is]);
  return isMasked(text) || /:\/\/|\\n|[\w+/-]{40}/.test(text);
}

/** The pairs of texts that may differ only by a replacement: values of one leaf, elements of one set, and names of missing objects of one type. */
function pairsIn({ different, missing }: Comparison): readonly TextPair[] {
  const pairs: TextPair[] = [];
  const add = (place: string, from: unknown, to: unknown, isName: boolean) => {
    if (pairs.length >= max.pairs || typeof from !== "string" || typeof to !== "string" || from === to) return;
    if (isLearnable(from, to)) pairs.push({ from, to, place, isName: isName && !isUrl(from) && !isUrl(to) });
  };
  for (const { type, ids, changes } of different) {
    const left = changes.filter(
      ({ path, secret, safeguard }) => !secret && safeguard === undefined && !isTrusted(type, path),
    );
    for (const [path, group] of Map.groupBy(left, ({ path }) => path)) {
      const place = JSON.stringify([type, ids, path]);
      for (const { was } of group) for (const { is } of group) add(place, was, is, /^(?:name|\w+Name)$/.test(path));
    }
  }
  const named = missing.filter(({ type }) => !isNamedByOthers(type));
  for (const [type, group] of Map.groupBy(named, ({ type }) => type)) {
    const [here, there] = [group.filter(({ on }) => on === 1), group.filter(({ on }) => on === 0)];
    for (const { name: was } of here) for (const { name: is } of there) add(type, was, is, true);
  }
  return pairs;
}

/** Whether a text is a URL, or contains one. */
function isUrl(text: string): boolean {
  return text.includes("://");
}

/** Whether the name of an object of the type consists of the names of other objects. */
function isNamedByOthers(type: TypeName): boolean {
  return keyProperties(type).some(([name, field]) => field.required && targetOf(field, [name], {}) !== undefined);
}

/** Whether a replacement may explain the difference of two texts. It must not hide a difference of a secret, a wildcard or a URL scheme. */
function isLearnable(...texts: readonly [string, string]): boolean {
  const [some, others] = texts.map((text) => text.match(/[a-z][a-z\d+.-]{0,40}(?=:\/\/)/gi)?.join(" "));
  return some === others && !texts.some((text) => isMasked(text) || hasWildcard(text));
}

/** Whether a replacement changes letters, and not only digits and punctuation: `/24` and `/8`, or two versions, are not names. */
function isNaming({ from, to }: Replacement): boolean {
  const [some, others] = [from, to].map((text) => text.replace(/\P{L}/gu, ""));
  return some !== others && !isUrl(from) && !isUrl(to);
}

function explainedBy(
  replacements: readonly Replacement[],
  pairs: readonly TextPair[],
): ReadonlySet<TextPair> | undefined {
  try {
    const all = new Replacements(replacements);
    return new Set(pairs.filter(({ from, to }) => all.apply(from) === to));
  } catch (error) {
    if (error instanceof ReplacementError) return undefined;
    throw error;
  }
}

/** A host name in a text. */
const hostName = /(?<![\w.-])[\w-]+(?:\.[\w-]+)+(?![\w-])/g;

/** The replacements that could turn the text `from` into the text `to`. */
function candidatesOf(pair: TextPair): readonly Replacement[] {
  const candidates = hostCandidatesOf(pair) ?? (pair.isName ? [candidateOf(pair)] : []);
  return candidates.filter((one) => one !== undefined).filter(isNaming);
}

/**
 * The replacements of host names, if the two texts differ only in host names; otherwise undefined. Each replacement extends to the end of the
 * host name, because a part such as `dev.` would also change other hosts.
 */
function hostCandidatesOf({ from: was, to: is }: TextPair): readonly Replacement[] | undefined {
  const [some, others] = [was, is].map((text) => [...text.matchAll(hostName)].map(([host]) => host));
  if (!some || !others || some.length !== others.length) return undefined;
  if (was.split(hostName).join("\n") !== is.split(hostName).join("\n")) return undefined;
  const differing = some.flatMap((host, at) => (host === others[at] ? [] : [[host, others[at] ?? ""] as const]));
  return differing.flatMap(([host, other]) => {
    const most = Math.min(host.length, other.length);
    let start = 0;
    while (start < most && host[start] === other[start]) start += 1;
    // The replacement begins at the first label that differs, and has at least two labels.
    const isWide = (at: number) => [host, other].some((text) => labelsIn(text.slice(at)) < 2);
    let label = start === 0 ? 0 : host.lastIndexOf(".", start - 1) + 1;
    while (label > 0 && isWide(label)) label = label < 2 ? 0 : host.lastIndexOf(".", label - 2) + 1;
    // A second candidate begins within this label, at the last hyphen before the difference.
    const hyphen = host.lastIndexOf("-", start);
    const isPart = hyphen > label && [host, other].every((text) => labelsIn(text.slice(hyphen)) >= 3);
    return (isPart ? [label, hyphen] : [label])
      .map((at) => ({ from: host.slice(at), to: other.slice(at) }))
      .filter(({ from, to }) => [from, to].every((text) => text.length <= max.length && !looksRandom(text)));
  });
}

function labelsIn(host: string): number {
  return host.split(".").length;
}

/** The smallest replacement of whole words that turns the text `from` into the text `to`. */
function candidateOf({ from: was, to: is }: TextPair): Replacement | undefined {
  const most = Math.min(was.length, is.length);
  let start = 0;
  while (start < most && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < most - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  const isWordAt = (at: number) => /[\p{L}\p{N}]/u.test(was[at] ?? "");
  const isWhole = () => start === 0 || !isWordAt(start - 1);
  while (!isWhole()) start -= 1;
  // A removed or inserted part that ends with a separator needs no further characters, such as `dev.` of `dev.example.com`.
  const part = () => [was.slice(start, was.length - end), is.slice(start, is.length - end)] as const;
  const endsWithSeparator = part().every((text) => text === "" || /[^\p{L}\p{N}]$/u.test(text));
  if (!endsWithSeparator) while (end > 0 && isWordAt(was.length - end)) end -= 1;
  if (part()[0] === "") while (end > 0 && !/[\s/"'?#]/.test(was[was.length - end] ?? "")) end -= 1;
  // A bare word also needs the separator after the word, or else the one before the word.
  if (part().some(isBare) && end > 0) end -= 1;
  if (part().some(isBare) && start > 0) start -= 1;
  const [from, to] = part();
  // A replacement of only the first labels of a host name is not proposed, because it would also match other hosts.
  if (from.endsWith(".") && isWordAt(start + from.length)) return undefined;
  const isUsable = from !== "" && !isBare(from) && !isBare(to) && from.length <= max.length && to.length <= max.length;
  return isUsable && ![from, to].some(looksRandom) ? { from, to } : undefined;
}

/** Whether a text is a single word, without a separator. */
function isBare(text: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(text);
}

/** Whether a text contains a long word, such as an id or a key, or several lines. */
function looksRandom(text: string): boolean {
  return /[\w-]{20,}/.test(text) || /[\r\n]/.test(text);
}
