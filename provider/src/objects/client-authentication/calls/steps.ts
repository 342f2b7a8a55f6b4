import { UserError } from "../../../lifecycle/errors.ts";
import { sameSet } from "../../../model/set-change.ts";
import { legible } from "../../../tenant/index.ts";
import { type Method, mostCredentials, mostPerMethod } from "../table.ts";
import { type Application, type Credential, label } from "./application.ts";
import {
  type Entry,
  endOfEntry,
  expiryOf,
  hasExpiry,
  isAsDeclared,
  isInUse,
  isNamed,
  isOf,
  isValid,
} from "./entries.ts";

/** What an application is to have. */
export interface Goal {
  readonly id: string;
  /** Absent where nothing is to be attached. */
  readonly method?: Method;
  readonly entries: readonly Entry[];
  /** The credentials that may be removed where the program declares them no more: by id, or by type and key. */
  readonly ours: ReadonlySet<string>;
}

/** One call on the way to a goal. */
export type Step =
  | { readonly do: "make"; readonly entry: Entry }
  | { readonly do: "expire"; readonly id: string; readonly at: string | null }
  | { readonly do: "attach"; readonly method: Method; readonly ids: readonly string[] }
  | { readonly do: "delete"; readonly id: string };

/**
 * The next call that leads to a goal; undefined where there is nothing left to do. Whatever comes of it, the application is never without
 * a credential that it had or is to have: new ones are made, one call puts them in the place of the old ones, and these go last. Only
 * what the application really has decides, so a run that was killed anywhere is continued by the next one.
 *
 * @param now milliseconds since the epoch
 * @throws UserError where no way leads there
 */
export function nextStep(application: Application, goal: Goal, now: number): Step | undefined {
  const { all, attached } = application;
  const inUseFirst = [...all].sort((a, b) => Number(attached.includes(b.id)) - Number(attached.includes(a.id)));
  const found = goal.entries.map((entry) => inUseFirst.find((one) => isAsDeclared(entry, one)));
  const wanted = found.flatMap((one) => one?.id ?? []);
  const idle = all.filter((one) => !wanted.includes(one.id) && !isInUse(application, one) && isNamed(goal.ours, one));
  const missing = goal.entries.find((_, at) => found[at] === undefined);
  if (missing) {
    const clash = all.find((one) => isOf(missing, one));
    if (clash && isInUse(application, clash)) throw new UserError(fixed(goal, clash));
    if (clash) return { do: "delete", id: clash.id };
    refuseUnmakeable(goal, missing, now);
    if (all.length < mostCredentials) return { do: "make", entry: missing };
    return safe(application, goal, roomFor(application, goal, wanted, idle, now), now);
  }
  const expiring = goal.entries.findIndex((entry, at) => !hasExpiry(entry, found[at] as Credential));
  const [entry, credential] = [goal.entries[expiring], found[expiring]];
  if (entry && credential) {
    return safe(application, goal, { do: "expire", id: credential.id, at: expiryOf(entry) ?? null }, now);
  }
  if (goal.method && (application.method !== goal.method || !sameSet(attached, wanted))) {
    return safe(application, goal, { do: "attach", method: goal.method, ids: wanted }, now);
  }
  return idle[0] && { do: "delete", id: idle[0].id };
}

/** @throws UserError for a step after which an application that has a valid credential in use would have none */
function safe({ all, attached }: Application, { id }: Goal, step: Step, now: number): Step {
  const after = step.do === "attach" ? step.ids : attached;
  const isThen = (one: Credential) =>
    step.do === "expire" && one.id === step.id ? step.at === null || Date.parse(step.at) > now : isValid(one, now);
  const isLeft = all.some((one) => after.includes(one.id) && isThen(one));
  if (isLeft || !all.some((one) => attached.includes(one.id) && isValid(one, now))) return step;
  throw new UserError(
    `${label(id)} was not changed: all credentials that it would have in use then have expired. Declare one that is still valid.`,
  );
}

/** Makes room where an application has as many credentials as it can: without ever taking the last one of those that are in use. */
function roomFor(
  { method: before, attached, all }: Application,
  goal: Goal,
  wanted: readonly string[],
  idle: readonly Credential[],
  now: number,
): Step {
  if (idle[0]) return { do: "delete", id: idle[0].id };
  const isOld = ({ id }: Credential) => attached.includes(id) && !wanted.includes(id);
  // What has expired goes first.
  const olds = all
    .filter(isOld)
    .sort((a, b) => Number(isValid(a, now)) - Number(isValid(b, now)))
    .map(({ id }) => id);
  const isOther = before !== goal.method;
  const kept = isOther && wanted.length > 0 ? wanted : [...wanted, ...olds.slice(1)].slice(0, mostPerMethod);
  const method = wanted.length > 0 ? goal.method : before;
  if (method && kept.length > 0 && olds.length > 0) return { do: "attach", method, ids: kept };
  throw new UserError(
    `${label(goal.id)} has ${all.length} credentials already, and can have no more: ${namesOf(all)}. ` +
      "Those that are in use or not of this stack are never removed. Delete one that nobody needs, and run it again.",
  );
}

/** @throws UserError for a credential that cannot be made, or that would be of no use */
function refuseUnmakeable({ id }: Goal, entry: Entry, now: number): void {
  const { pem, subjectDn } = entry.declared;
  if (pem === undefined && (subjectDn === undefined || entry.type !== "cert_subject_dn")) {
    throw new UserError(
      `${label(id)} has no credential ${legible(entry.key)}, and without its pem none can be made. Declare the pem, or take it out of the program.`,
    );
  }
  if (endOfEntry(entry) > now) return;
  throw new UserError(
    `The credential ${legible(entry.key)} of ${label(id)} was not made, as it has expired already. Declare one that is still valid.`,
  );
}

function fixed({ id }: Goal, clash: Credential): string {
  return (
    `${label(id)} uses this key already under another name or algorithm (${namesOf([clash])}), and neither can be changed. ` +
    "Declare the credential as it is, or a new key."
  );
}

/** Credentials for people. */
export function namesOf(credentials: readonly Credential[]): string {
  return legible(
    credentials.map(({ id, name, key }) => (name === undefined ? `${id} (${key})` : `${id} "${name}"`)).join(", "),
  );
}
