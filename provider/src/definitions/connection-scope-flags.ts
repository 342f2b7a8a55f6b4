import { equal, type Json, type JsonObject, type MutableJsonObject, own } from "../schema/json.ts";
import { elementsOf } from "../state/canonical.ts";

/** Scopes of Google whose flag has the same name, with underscores instead of dots. */
const googleScopes = [
  ...["calendar", "calendar.addons.execute", "calendar.events", "calendar.events.readonly"],
  ...["calendar.settings.readonly", "contacts.other.readonly", "contacts.readonly", "directory.readonly", "drive"],
  ...["drive.activity", "drive.activity.readonly", "drive.appdata", "drive.apps.readonly", "drive.file"],
  ...["drive.metadata", "drive.metadata.readonly", "drive.photos.readonly", "drive.readonly", "drive.scripts"],
  ...["gmail.compose", "gmail.insert", "gmail.labels", "gmail.metadata", "gmail.modify", "gmail.readonly"],
  ...["gmail.send", "gmail.settings.basic", "gmail.settings.sharing", "tasks", "tasks.readonly"],
  ...["youtube.readonly", "youtube.upload", "youtubepartner"],
];

/** Permissions of GitHub whose flag has the same name. */
const gitHubScopes = ["public_repo", "repo", "repo_deployment", "delete_repo", "notifications", "gist"];

const gitHubAccess = ["read", "write", "admin"].flatMap((access) =>
  ["repo_hook", "org", "public_key"].map((what) => [`${access}_${what}`, `${access}:${what}`] as const),
);

/** The word of `scope` for each flag, by strategy. */
export const scopeFlags: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  "google-oauth2": new Map([
    ["email", "email"],
    ["profile", "profile"],
    ["contacts", "https://www.google.com/m8/feeds/"],
    ["gmail", "https://mail.google.com/mail/feed/atom"],
    ["youtube", "https://gdata.youtube.com"],
    ...googleScopes.map((scope) => [scope.replaceAll(".", "_"), `https://www.googleapis.com/auth/${scope}`] as const),
  ]),
  github: new Map([
    ["email", "user:email"],
    ["read_user", "read:user"],
    ["follow", "user:follow"],
    ["repo_status", "repo:status"],
    ...gitHubScopes.map((scope) => [scope, scope] as const),
    ...gitHubAccess,
  ]),
};

/**
 * Returns the options of an update with `scope` and its flags brought into agreement. A changed `scope` sets or removes the undeclared flags of the
 * words that were added or removed. Otherwise, if `scope` is undeclared, a changed flag adds or removes its word. Other words and flags stay.
 *
 * @param flags the word of each flag
 * @param before the options at the tenant
 * @param after the options that the update would send
 * @param declared the names of the options that the program declares
 */
export function withScopeInStep(
  flags: ReadonlyMap<string, string>,
  before: JsonObject,
  after: JsonObject,
  declared: ReadonlySet<string>,
): JsonObject {
  const [had, has] = [wordsOf(own(before, "scope")), wordsOf(own(after, "scope"))];
  if (!equal(had.toSorted(), has.toSorted())) return withFlagsOf(flags, new Set(had), new Set(has), after, declared);
  const scope = own(before, "scope") ?? undefined;
  const changed = [...flags].filter(([flag]) => !equal(own(before, flag), own(after, flag)));
  if (declared.has("scope") || scope === undefined || changed.length === 0) return after;
  const granted = [...flags].filter(([flag]) => own(before, flag) === true).map(([, word]) => word);
  // If the scope has exactly the words of the enabled flags, the service derived it from them. Without a scope, the service derives a new one.
  if (equal(had.toSorted(), granted.toSorted())) {
    const { scope: _, ...rest } = after;
    return rest;
  }
  const words = new Set(had);
  for (const [flag, word] of changed) {
    if (own(after, flag) === true) words.add(word);
    else words.delete(word);
  }
  return { ...after, scope: typeof scope === "string" ? [...words].join(" ") : [...words] };
}

function withFlagsOf(
  flags: ReadonlyMap<string, string>,
  had: ReadonlySet<string>,
  has: ReadonlySet<string>,
  options: JsonObject,
  declared: ReadonlySet<string>,
): JsonObject {
  const result: MutableJsonObject = { ...options };
  for (const [flag, word] of flags) {
    if (declared.has(flag) || had.has(word) === has.has(word)) continue;
    if (has.has(word)) result[flag] = true;
    else if (result[flag] === true) delete result[flag];
  }
  return result;
}

/** The words of a scope: an array, or a text with spaces or commas. */
function wordsOf(scope: Json | undefined): readonly string[] {
  return (elementsOf(scope) ?? []).filter((word) => typeof word === "string");
}
