import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import { json, startService } from "../unit/helpers/fake-service.ts";
import { providerFor } from "./world.ts";

/**
 * A newer service: its objects have members that this version does not know. A PATCH replaces every property
 * that it contains.
 *
 * @param added what the service puts into a new object
 */
async function newerService(added: (object: JsonObject) => JsonObject) {
  let stored: JsonObject = {};
  const service = await startService(({ method, body }, response) => {
    const given = body === "" ? {} : (JSON.parse(body) as JsonObject);
    if (method === "POST") stored = added({ id: "id-1", ...given });
    if (method === "PATCH") stored = { ...stored, ...given };
    json(response, 200, stored);
  });
  return { service, stored: () => stored };
}

async function managed(kind: TypeName, origin: string) {
  const config = { "tenant:domain": origin, "tenant:clientId": "client", "tenant:clientSecret": "not-a-secret" };
  const engine = new MiniEngine(providerFor(kinds[kind], config));
  return async (args: JsonObject) => {
    const [step] = await engine.up({ it: args });
    if (step?.failure) throw step.failure;
    expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    expect(await engine.changes({ it: args })).toEqual([]);
  };
}

test("unknown members of an API's objects survive an update of these objects", async () => {
  const { service, stored } = await newerService(({ subject_type_authorization: policies, ...rest }) => ({
    ...rest,
    subject_type_authorization: {
      ...(policies as JsonObject),
      agent: { policy: "allow_all" },
      user: { policy: "allow_all", actors: ["theirs"] },
    },
    authorization_details: [{ type: "payment", schema: { limit: 5 } }],
  }));
  const up = await managed("resourceServer", service.origin);
  const orders = (policy: string, types: readonly string[]) => ({
    identifier: "https://orders.example.com",
    subjectTypeAuthorization: { user: { policy }, client: { policy: "deny_all" } },
    authorizationDetails: types.map((type) => ({ type })),
  });
  await up(orders("allow_all", ["payment"]));
  await up(orders("deny_all", ["transfer", "payment"]));
  expect(stored()).toMatchObject({
    subject_type_authorization: {
      agent: { policy: "allow_all" },
      user: { policy: "deny_all", actors: ["theirs"] },
      client: { policy: "deny_all" },
    },
    authorization_details: [{ type: "transfer" }, { type: "payment", schema: { limit: 5 } }],
  });
});

test("unknown keys of a connection's objects survive an update of these objects", async () => {
  const { service, stored } = await newerService((object) => ({
    ...object,
    authentication: { active: true, session: "theirs" },
    connected_accounts: { active: false, offline: { allowed: true } },
  }));
  const up = await managed("connection", service.origin);
  const corp = (active: boolean) => ({
    name: "corp",
    strategy: "oidc",
    options: { client_id: "a" },
    authentication: { active },
    connectedAccounts: { active: !active },
  });
  await up(corp(true));
  await up(corp(false));
  expect(stored()).toMatchObject({
    authentication: { active: false, session: "theirs" },
    connected_accounts: { active: true, offline: { allowed: true } },
  });
});
