import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import type { Exception } from "./exception.ts";
import { readById, scopesOfObjects } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { mostly, type Subject } from "./subject.ts";
import { withoutPrototypes } from "./without-prototypes.ts";

const { fields } = definitions.user.schema;
const connection = "staff";
const hush = "s3cr3t-of-a-user";
const byHand = (email: string): WireObject => ({
  connection,
  email,
  nickname: "by hand",
  app_metadata: { plan: "free" },
});
const theirs = { id: "auth0|foreign", ...byHand("foreign@example.com") };

function found(tenant: Emulator, key: string): JsonObject | undefined {
  const all = tenant.users.list() as readonly JsonObject[];
  return all.find(({ user_id, email }) => user_id === key || email === key);
}

/** The user as programs have it, with what no response contains. */
function held(tenant: Emulator, key: string) {
  const shown = found(tenant, key);
  if (!shown) return undefined;
  const id = String(shown.user_id);
  const stored = (tenant.export("users").users as readonly JsonObject[]).find(({ user_id }) => user_id === id);
  const { userId: _, ...live } = fromWire(fields, { ...shown, ...stored });
  return { id, live };
}

/** Sets a property as a user would: of the metadata, only the given members. */
function edit(tenant: Emulator, key: string, name: string, value: Json): void {
  const { id, live } = held(tenant, key) ?? { id: key, live: {} };
  tenant.users.update(id, toWire(fields, { [name]: merged(own(live, name), value) }));
}

function merged(before: Json | undefined, value: Json): Json {
  if (!isObject(before) || !isObject(value)) return value;
  return {
    ...before,
    ...Object.fromEntries(Object.entries(value).map(([key, item]) => [key, merged(own(before, key), item)])),
  };
}

const words = fc.constantFrom("one", "two ü", "x".repeat(100));
const values = fc.oneof(
  words,
  fc.integer({ min: 0, max: 9 }),
  fc.boolean(),
  fc.array(words, { maxLength: 2 }),
  fc.dictionary(fc.constantFrom("colour", "size", "a/b"), words, { minKeys: 1, maxKeys: 3 }),
);
const metadata = fc.dictionary(fc.constantFrom("plan", "settings", "a.b", "ü", "__proto__"), values, { maxKeys: 4 });
/** What a program can take back. */
const changeable = {
  emailVerified: fc.boolean(),
  phoneVerified: fc.boolean(),
  name: words,
  givenName: words,
  familyName: words,
  nickname: words,
  picture: fc.constantFrom("https://example.com/a.png", "https://example.com/b.png?x=%2F"),
  blocked: fc.boolean(),
  userMetadata: metadata,
  appMetadata: metadata,
};
const properties = fc.record(
  {
    ...changeable,
    password: fc.constantFrom("Pa55word-of-one", "Pa55word-of-two"),
  },
  { requiredKeys: [] },
);
const edits = fc.record(changeable, { requiredKeys: [] });

const phone = { phoneNumber: "+12025550101" };
const exceptions: readonly Exception[] = [
  {
    law: "convergence",
    how: "undeclared",
    paths: ["/phoneNumber", "/username", "/password"],
    why: "a user without it could no longer log in",
    documented: "No run takes a login from a user",
    examples: [
      [{ program: phone }, { program: {} }],
      [{ program: { username: "tester" } }, { program: {} }],
      [{ program: { password: hush } }, { program: {} }],
    ],
  },
];

const keys = (slot: string) => [`${slot}@example.com`, `${slot}+new@example.com`];
const tester = { connection, email: "tester@example.com" };
const changed = { ...tester, name: "New" };
const marked = { ...tester, appMetadata: { plan: "free" } };

export const user: Subject<"user"> = {
  name: "user",
  resource: "User",
  path: "/api/v2/users",
  keyOf: ({ email }) => String(email),

  prepare: (tenant) => void (tenant.users.get(theirs.id) ?? tenant.users.create(theirs)),
  foreign: (tenant) => tenant.users.get(theirs.id),
  identity: (_, n) => ({ connection, email: `user-${n}@example.com` }),
  held,
  answered: found,
  edit,
  make: (tenant, key) => void tenant.users.create(byHand(key)),
  remove: (tenant, key) => tenant.users.delete(String(found(tenant, key)?.user_id ?? key)),

  exceptions,
  laws: [casesOf(properties, edits, 1)],
  // The profile, the e-mail address, the phone number, the user name and the password.
  writes: 5,

  slots: ["user-a", "user-b"],
  keys,
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(fc.record(changeable, { requiredKeys: [] }), mostly(keys(slot)))
        .map(([rest, email]) => withoutPrototypes({ ...rest, connection, email })),
    ),
  edits: (slot) => [
    { weight: 2, values: fc.record({ nickname: fc.constantFrom("foreign-1", "foreign-2") }) },
    { weight: 2, values: fc.record({ appMetadata: fc.record({ plan: fc.constantFrom("gold", "silver") }) }) },
    { weight: 1, values: fc.record({ email: fc.constantFrom(...keys(slot)) }) },
  ],

  scopes: scopesOfObjects("users", tester, changed, {
    further: [
      {
        operation: "update of `userMetadata` or `appMetadata`",
        scopes: ["read:users", "update:users"],
        before: marked,
        run: { ...marked, appMetadata: { plan: "paid" } },
      },
    ],
  }),
  hostile: {
    targets: /^\/api\/v2\/users(-by-email|\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { connection, email: `user-${n}@example.com`, password: hush, appMetadata: { plan: "free" } };
      return [first, { ...first, email: `user-${n}+new@example.com`, appMetadata: { plan: "paid" } }];
    },
    secrets: [hush],
    misshapen: ["[]", '{"user_id":"auth0|another"}', '{"user_id":"auth0|another","email":"another@example.com"}'].map(
      (body) => ({ path: /users.[^/]+$/, body }),
    ),
    ...readById("users"),
    programs: (text) =>
      text.map((end) => ({ args: { ...tester, name: `Tester ${end}` }, mayAsk: [["users"], ["users-by-email"]] })),
    loud: { ...tester, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [marked, { ...marked, name: "New", appMetadata: { plan: "paid" } }],
  harmless: {
    "names and descriptions": "name givenName familyName nickname picture",
    "another value makes another user": "userId",
  },
  noReferences: { "/userId": "a part of its own id" },
  unlikeTable: [["PATCH user_id: only the definition has it", "No update can change it."]],
  sample: "the service may refuse users of another connection, and the run's tenant may have several custom domains",
  elsewhere: [
    ["auth0_user", "tester_ann", { id: at.ann, user_id: at.ann, connection_name: "users", email: "ann@example.com" }],
  ],
  namesElsewhere: ["tester_ann"],
};
