import { describe, expect, it } from "vitest";
import type { TenantEvent } from "../../../provider/src/client/events/index.ts";
import type { Change } from "../../../provider/src/report/types.ts";
import { definitions } from "../../../provider/src/types/registry.ts";
import { attribute } from "../../../provider/src/watch/causes.ts";

const { schema } = definitions.connection;

const connection = {
  id: "con_1",
  name: "corp",
  strategy: "oidc",
  display_name: "Corp",
  options: { issuer: "https://a.example.com/" },
};

/** An update of a connection, by somebody, in that second. */
function update(who: string, second: number, object: object, previous?: object): TenantEvent {
  return {
    id: `evt_${who}_${second}`,
    type: "connection.updated",
    time: `2026-01-31T12:00:0${second}.000Z`,
    data: {
      object: { ...connection, ...object },
      ...(previous && { previous_object: { ...connection, ...previous } }),
      context: { client: { id: who }, request: { ip: "192.0.2.7", user_agent: "browser" } },
    },
  };
}

const named: Change = { path: "displayName", kind: "update", was: "Corp", is: "Mine" };
const issuer: Change = {
  path: "options.issuer",
  kind: "update",
  was: "https://a.example.com/",
  is: "https://b.example.com/",
};
const secret: Change = { path: "options.client_secret", kind: "update", secret: true };

/** Who made each change, and who is named besides. */
function makers(changes: readonly Change[], events: readonly TenantEvent[]) {
  const { changes: caused, causes, isExplained } = attribute(schema, "changed", changes, events);
  const who = new Map(causes.map((cause) => [cause.eventId, cause.who.clientId]));
  return {
    by: Object.fromEntries(caused.map(({ path, causedBy }) => [path, causedBy.map((id) => who.get(id))])),
    named: causes.map((cause) => cause.who.clientId),
    isExplained,
  };
}

describe("the client that made a change of a connection", () => {
  const alice = update("alice", 1, { display_name: "Mine" }, {});
  const bob = update(
    "bob",
    2,
    { display_name: "Mine", options: { issuer: "https://b.example.com/" } },
    { display_name: "Mine" },
  );

  it("is determined property by property, in any order of events", () => {
    const expected = {
      by: { displayName: ["alice"], "options.issuer": ["bob"] },
      named: ["alice", "bob"],
      isExplained: true,
    };
    expect(makers([named, issuer], [alice, bob])).toEqual(expected);
    expect(makers([named, issuer], [bob, alice])).toEqual(expected);
  });

  it("is none that changed another property", () => {
    expect(makers([named], [bob])).toEqual({ by: { displayName: [] }, named: [], isExplained: false });
    expect(makers([issuer], [alice, bob]).named).toEqual(["bob"]);
  });

  it("is the one that set the current value; earlier ones are named as well", () => {
    const first = update("carol", 0, { display_name: "Other" }, {});
    const then = update("alice", 1, { display_name: "Mine" }, { display_name: "Other" });
    expect(makers([named], [first, then])).toEqual({
      by: { displayName: ["alice"] },
      named: ["carol", "alice"],
      isExplained: true,
    });
    // The event that explains it is still to come.
    expect(makers([named], [first])).toEqual({ by: { displayName: [] }, named: [], isExplained: false });
  });

  it("is determined by the previous event if an event lacks the previous values", () => {
    const [bare, next] = [update("alice", 1, { display_name: "Mine" }), update("bob", 2, bob.data.object)];
    expect(makers([named, issuer], [bare, next]).by).toEqual({ displayName: ["alice"], "options.issuer": ["bob"] });
  });

  it("is the one whose event shows no change, if the property is a secret", () => {
    const silent = update("carol", 3, {}, {});
    expect(makers([secret, named], [alice, silent]).by).toEqual({
      "options.client_secret": ["carol"],
      displayName: ["alice"],
    });
    expect(makers([secret], [alice]).by).toEqual({ "options.client_secret": ["alice"] });
  });

  it("is the one that changed a secret that events show, such as a URL with a password", () => {
    const hidden: Change = { path: "options.gateway_url", kind: "update", secret: true };
    const [before, after] = [{ gateway_url: "https://a" }, { gateway_url: "https://b" }];
    const edit = update("carol", 3, { options: after }, { options: before });
    expect(makers([hidden], [alice, edit]).by).toEqual({ "options.gateway_url": ["carol"] });
  });

  it("is named with time and IP address", () => {
    const { causes } = attribute(schema, "changed", [named], [alice]);
    expect(causes).toEqual([
      {
        eventId: "evt_alice_1",
        type: "connection.updated",
        when: "2026-01-31T12:00:01.000Z",
        who: { clientId: "alice" },
        from: { ip: "192.0.2.7", userAgent: "browser" },
      },
    ]);
  });
});

it("a deletion is attributed to the client that deletes, and to none that edited the object before", () => {
  const gone: TenantEvent = { ...update("bob", 2, {}), type: "connection.deleted" };
  const { causes, isExplained } = attribute(schema, "deleted", [], [update("alice", 1, {}, {}), gone]);
  expect(causes.map(({ who }) => who.clientId)).toEqual(["bob"]);
  expect(isExplained).toBe(true);
});
