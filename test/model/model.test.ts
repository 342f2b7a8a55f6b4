import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  describePath,
  equal,
  fromPointer,
  type Json,
  type JsonObject,
  plain,
  toPointer,
  unknownValue,
  valueAt,
} from "../../provider/src/schema/json.ts";
import { fieldAt } from "../../provider/src/schema/schema.ts";
import { canonical, inOrderOf, same } from "../../provider/src/state/canonical.ts";
import { compose, needsLive } from "../../provider/src/state/compose.ts";
import { leavesOf } from "../../provider/src/state/leaves.ts";
import { isOutdated, planChange, sendsSomething } from "../../provider/src/state/plan.ts";
import { project } from "../../provider/src/state/project.ts";
import { blankRecord, changedMarker, recordedPaths } from "../../provider/src/state/record.ts";
import { secretEnvelope, wrapSecrets } from "../../provider/src/state/secrets.ts";
import { fromWire, ShapeError, toWire } from "../../provider/src/state/wire.ts";
import { resourceServerSchema as table } from "../../provider/src/types/resource-server/definition.ts";
import { awkwardName, publicKeys, resourceServerProperties } from "./arbitraries.ts";

const identifier = "https://orders.example.com";
const program = resourceServerProperties.map((args): JsonObject => ({ identifier, ...args }));
const canonicalProgram = program.map((args) => canonical(table.fields, args, undefined));

function recorded(inputs: JsonObject): readonly string[] {
  return recordedPaths(leavesOf(table.fields, inputs));
}

function recordWith(paths: readonly string[]) {
  return { ...blankRecord({ at: "tenant", id: "id" }), paths };
}

function planned(outputs: JsonObject, paths: readonly string[], inputs: JsonObject) {
  return planChange(table, outputs, { paths, unsure: [] }, inputs);
}

describe("JSON pointers", () => {
  test("convert back to the path that they were made from, whatever its keys", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), awkwardName)), (path) => {
        expect(fromPointer(toPointer(path))).toEqual(path);
      }),
    );
  });

  test("appear in messages as property paths of programs", () => {
    expect(describePath(["tokenEncryption", "encryptionKey", "alg"])).toBe("tokenEncryption.encryptionKey.alg");
    expect(describePath(["scopes", "read:orders"])).toBe('scopes["read:orders"]');
    expect(describePath(["authorizationDetails", 0, "type"])).toBe("authorizationDetails[0].type");
  });
});

describe("canonical form", () => {
  test("is stable, and has the same meaning as the program's value", () => {
    fc.assert(
      fc.property(program, (args) => {
        const once = canonical(table.fields, args, undefined);
        expect(canonical(table.fields, once, once)).toEqual(once);
        const isNamed = (entry: unknown, name: string) => (entry as { value: string }).value === name;
        const scopes = args.scopes as readonly JsonObject[] | JsonObject | undefined;
        if (Array.isArray(scopes)) {
          for (const [name, description] of Object.entries(once.scopes as JsonObject)) {
            expect(scopes.find((entry) => isNamed(entry, name))?.description ?? "").toBe(description);
          }
        }
      }),
    );
  });

  test("leaves values that contain an unknown one unchanged", () => {
    const scopes = [{ value: unknownValue, description: "Read" }, { value: "write:orders" }];
    expect(canonical(table.fields, { scopes }, undefined)).toEqual({ scopes });
    expect(canonical(table.fields, { scopes: unknownValue }, undefined)).toEqual({ scopes: unknownValue });
  });

  test("of a set keeps every element at its index; new elements take the places of removed ones", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9)), fc.uniqueArray(fc.nat(9)), (before, set) => {
        const ordered = inOrderOf(set, before);
        expect(new Set(ordered)).toEqual(new Set(set));
        expect(ordered).toHaveLength(set.length);
        if (set.length >= before.length) {
          for (const [index, item] of before.entries()) if (set.includes(item)) expect(ordered[index]).toBe(item);
        }
      }),
    );
  });

  test("treats null as absent, at any depth", () => {
    const args = { name: null, proofOfPossession: { mechanism: "dpop", required: true, requiredFor: null } };
    expect(canonical(table.fields, args, undefined)).toEqual({
      proofOfPossession: { mechanism: "dpop", required: true },
    });
  });

  test("keeps a scope of any name, __proto__ included", () => {
    fc.assert(
      fc.property(awkwardName, (name) => {
        const args = canonical(table.fields, { scopes: [{ value: name, description: "text" }] }, undefined);
        expect(Object.entries(args.scopes as JsonObject)).toEqual([[name, "text"]]);
        expect(toWire(table.fields, args)).toEqual({ scopes: [{ value: name, description: "text" }] });
        expect(fromWire(table.fields, toWire(table.fields, args))).toEqual(args);
      }),
    );
  });
});

describe("the wire format", () => {
  test("converts back to the same arguments", () => {
    fc.assert(
      fc.property(canonicalProgram, (args) => {
        expect(fromWire(table.fields, toWire(table.fields, args))).toEqual(args);
      }),
    );
  });

  test("uses the service's names", () => {
    expect(toWire(table.fields, { skipConsentForVerifiableFirstPartyClients: true, tokenLifetimeForWeb: 60 })).toEqual({
      skip_consent_for_verifiable_first_party_clients: true,
      token_lifetime_for_web: 60,
    });
  });

  test("omits computed properties", () => {
    expect(toWire(table.fields, { isSystem: true, clientId: "x" })).toEqual({});
  });

  test.each<[string, Json]>([
    ["scopes", { read: "x" }],
    ["scopes", [null]],
    ["scopes", [{ value: 3 }]],
    ["authorization_details", "x"],
    ["proof_of_possession", true],
  ])("a response with %s of the wrong form is a ShapeError, not a crash", (key, value) => {
    expect(() => fromWire(table.fields, { [key]: value })).toThrow(ShapeError);
  });
});

describe("a comparison of the state with the program", () => {
  test("finds nothing if the program declares the values of the state", () => {
    fc.assert(
      fc.property(canonicalProgram, (inputs) => {
        const plan = planned(inputs, recorded(inputs), inputs);
        expect(plan).toMatchObject({ replaces: [], changed: [], removed: [] });
        expect(isOutdated(recordWith(recorded(inputs)), { schema: table, plan, inputs })).toBe(false);
      }),
    );
  });

  test("counts an unknown value as changed, and an unknown identifier as a replacement", () => {
    const plan = planned({ identifier, name: "Orders" }, ["/name"], {
      identifier: unknownValue,
      name: unknownValue,
      scopes: unknownValue,
    });
    expect(plan.replaces).toEqual(["identifier"]);
    expect(plan.changed.map((leaf) => leaf.pointer)).toEqual(["/name", "/scopes"]);
  });

  test("removes no declared member of an object that is unknown", () => {
    const outputs = { identifier, proofOfPossession: { mechanism: "dpop", required: true } };
    const paths = ["/proofOfPossession/mechanism", "/proofOfPossession/required"];
    expect(planned(outputs, paths, { identifier, proofOfPossession: unknownValue }).removed).toEqual([]);
  });

  test("treats an empty or false value as equal to its absence", () => {
    const inputs = {
      identifier,
      allowOfflineAccess: false,
      enforcePolicies: false,
      scopes: {},
      authorizationDetails: [],
    };
    expect(planned({ identifier }, recorded(inputs), inputs).changed).toEqual([]);
  });
});

describe("the projection of a live object to declared properties", () => {
  test("has exactly the declared values of an unchanged object, and no undeclared property", () => {
    fc.assert(
      fc.property(canonicalProgram, canonicalProgram, (inputs, foreign) => {
        const live = { ...foreign, ...inputs };
        const seen = project(table, { paths: recorded(inputs), before: inputs, live, hints: {} });
        expect(Object.keys(seen).every((name) => Object.hasOwn(inputs, name))).toBe(true);
        const declaredOnly = Object.keys(inputs).filter((name) => fieldAt(table.fields, [name])?.kind !== "object");
        for (const name of declaredOnly) expect(seen[name]).toEqual(inputs[name]);
      }),
    );
  });

  test("differs from the inputs exactly where a comparison finds a change", () => {
    fc.assert(
      fc.property(canonicalProgram, canonicalProgram, (inputs, live) => {
        const paths = recorded(inputs);
        const seen = project(table, { paths, before: inputs, live: { ...live, identifier }, hints: {} });
        const plan = planned(seen, paths, inputs);
        const different = leavesOf(table.fields, inputs).filter((leaf) => !equal(valueAt(seen, leaf.path), leaf.value));
        expect(plan.changed.map((leaf) => leaf.pointer)).toEqual(different.map((leaf) => leaf.pointer));
      }),
    );
  });

  test("shows a marker for a key that no response contains, if and only if its thumbprint changed", () => {
    const inputs = {
      identifier,
      tokenEncryption: {
        format: "compact-nested-jwe",
        encryptionKey: { alg: "RSA-OAEP-256", pem: publicKeys[0] ?? "" },
      },
    };
    const pem = "/tokenEncryption/encryptionKey/pem";
    const answered = (thumbprintSha256: string): JsonObject => ({
      identifier,
      tokenEncryption: { format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256", thumbprintSha256 } },
    });
    const seen = (live: JsonObject) =>
      valueAt(
        project(table, { paths: recorded(inputs), before: inputs, live, hints: { [pem]: "first" } }),
        fromPointer(pem),
      );
    expect(seen(answered("first"))).toBe(publicKeys[0]);
    expect(seen(answered("second"))).toBe(changedMarker);
    expect(seen({ identifier })).toBeUndefined();
  });
});

describe("the removal", () => {
  const planRemoval = (before: JsonObject, after: JsonObject) =>
    planned({ identifier, ...before }, recorded(before), { identifier, ...after });
  const sent = (before: JsonObject, after: JsonObject, live: JsonObject = {}) => {
    const plan = planRemoval(before, after);
    return toWire(table.fields, compose(table, { plan, inputs: { identifier, ...after }, now: { live } }));
  };

  test.each<[string, JsonObject, JsonObject]>([
    ["a switch", { allowOfflineAccess: true }, { allow_offline_access: false }],
    ["scopes", { scopes: { "read:orders": "" } }, { scopes: [] }],
    ["a lifetime", { tokenLifetime: 60 }, { token_lifetime: 86_400 }],
    ["the web lifetime", { tokenLifetimeForWeb: 60 }, { token_lifetime_for_web: 7_200 }],
    ["the consent policy", { consentPolicy: "transactional-authorization-with-mfa" }, { consent_policy: null }],
    ["authorization details", { authorizationDetails: [{ type: "payment" }] }, { authorization_details: null }],
    [
      "claims of access tokens",
      { accessToken: { claimsMapping: { customClaims: [{ name: "country", expression: "a.country" }] } } },
      { access_token: null },
    ],
    [
      "a lifetime of anonymous sessions",
      { tokenLifetimeForAnonymousAccessTokens: 86_400 },
      { token_lifetime_for_anonymous_access_tokens: null },
    ],
    ["the authorization policy", { authorizationPolicy: { policyId: "p" } }, { authorization_policy: null }],
    [
      "proof of possession",
      { proofOfPossession: { mechanism: "dpop", required: true } },
      { proof_of_possession: null },
    ],
    [
      "token encryption",
      { tokenEncryption: { format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256", pem: "x" } } },
      { token_encryption: null },
    ],
    [
      "one policy of two",
      { subjectTypeAuthorization: { user: { policy: "deny_all" } } },
      { subject_type_authorization: { user: { policy: "allow_all" } } },
    ],
  ])("of %s sends the value of a new object", (_, before, wire) => {
    expect(sent(before, {})).toEqual(wire);
  });

  test.each(["name", "signingAlg", "signingSecret", "tokenDialect"])(
    "of %s sends nothing, as the service cannot clear it, and updates the record",
    (name) => {
      const plan = planRemoval({ [name]: "value" }, {});
      expect(sendsSomething(plan)).toBe(false);
      expect(isOutdated(recordWith([`/${name}`]), { schema: table, plan, inputs: { identifier } })).toBe(true);
    },
  );

  test("of a value that equals its default sends nothing", () => {
    expect(sendsSomething(planRemoval({ tokenLifetime: 86_400, allowOfflineAccess: false }, {}))).toBe(false);
  });

  test("of one member keeps all other members, also undeclared ones", () => {
    const before = { proofOfPossession: { mechanism: "dpop", required: true, requiredFor: "all_clients" } };
    const after = { proofOfPossession: { mechanism: "dpop", required: true } };
    expect(sent(before, after)).toEqual({ proof_of_possession: { mechanism: "dpop", required: true } });

    const mine = { subjectTypeAuthorization: { user: { policy: "deny_all" } } };
    const live = { subjectTypeAuthorization: { user: { policy: "deny_all" }, client: { policy: "deny_all" } } };
    expect(needsLive(table, planRemoval(mine, {}))).toBe(true);
    expect(sent(mine, {}, live)).toEqual({
      subject_type_authorization: { user: { policy: "allow_all" }, client: { policy: "deny_all" } },
    });
  });
});

describe("an update of one member of an object", () => {
  const update = (after: JsonObject, live: JsonObject) => {
    const plan = planned({ identifier }, [], { identifier, ...after });
    return {
      plan,
      body: toWire(table.fields, compose(table, { plan, inputs: { identifier, ...after }, now: { live } })),
    };
  };

  test("needs a read first, because the object can have undeclared or unknown members", () => {
    const whole = { subjectTypeAuthorization: { user: { policy: "deny_all" }, client: { policy: "deny_all" } } };
    const part = { proofOfPossession: { mechanism: "mtls", required: true } };
    expect(needsLive(table, update(whole, {}).plan)).toBe(true);
    expect(needsLive(table, update(part, {}).plan)).toBe(true);
    expect(needsLive(table, update({ authorizationDetails: [{ type: "payment" }] }, {}).plan)).toBe(true);
    expect(needsLive(table, update({ name: "Orders", scopes: { "read:orders": "" } }, {}).plan)).toBe(false);
    const cleared = planned({ identifier, ...part }, recorded(part), { identifier });
    expect(needsLive(table, cleared)).toBe(true);
    const live = { proofOfPossession: { mechanism: "dpop", required: false, requiredFor: "all_clients" } };
    expect(update(part, live).body).toEqual({
      proof_of_possession: { mechanism: "mtls", required: true, required_for: "all_clients" },
    });
  });

  test("sends a new encryption key whole, without the id of the old one", () => {
    const after = {
      tokenEncryption: { format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256", pem: "x" } },
    };
    const live = {
      tokenEncryption: {
        format: "compact-nested-jwe",
        encryptionKey: { alg: "RSA-OAEP-512", kid: "old", thumbprintSha256: "t" },
      },
    };
    expect(update(after, live).body).toEqual({
      token_encryption: { format: "compact-nested-jwe", encryption_key: { alg: "RSA-OAEP-256", pem: "x" } },
    });
  });

  test("keeps values that another client set in the same encryption key", () => {
    const declared = (name: string) => ({
      tokenEncryption: { format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256", pem: "x", name } },
    });
    const live = {
      tokenEncryption: {
        format: "compact-nested-jwe",
        encryptionKey: { alg: "RSA-OAEP-256", name: "old", kid: "theirs", thumbprintSha256: "t" },
      },
    };
    const [before, after] = [
      { identifier, ...declared("old") },
      { identifier, ...declared("new") },
    ];
    const body = compose(table, { plan: planned(before, recorded(before), after), inputs: after, now: { live } });
    expect(toWire(table.fields, body)).toEqual({
      token_encryption: {
        format: "compact-nested-jwe",
        encryption_key: { alg: "RSA-OAEP-256", pem: "x", name: "new", kid: "theirs" },
      },
    });
  });
});

describe("secrets and plain values", () => {
  test("a secret is wrapped whether or not its value is known", () => {
    for (const value of ["not so secret any more", unknownValue]) {
      expect(wrapSecrets(table.fields, { identifier, signingSecret: value })).toEqual({
        identifier,
        signingSecret: secretEnvelope(value),
      });
    }
  });

  test("properties are plain JSON, whatever their prototypes; NaN and infinity stay, so that a check refuses them", () => {
    expect(plain({ a: undefined, b: 1n, c: new Date(0), d: [undefined, Number.NaN], e: () => 1 })).toEqual({
      b: 1,
      c: "1970-01-01T00:00:00.000Z",
      d: [null, Number.NaN],
    });
  });

  test("sets are compared without their order", () => {
    const set = { kind: "set", item: { kind: "string" } } as const;
    expect(same(set, ["a", "b"], ["b", "a"])).toBe(true);
    expect(same(set, ["a", "b"], ["a", "c"])).toBe(false);
  });
});
