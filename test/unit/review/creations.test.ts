import { describe, expect, it, test } from "vitest";
import { findingsOfKinds } from "../../../provider/src/review/fail-on.ts";
import { toText } from "../../../provider/src/review/render.ts";
import type { Definition } from "../../../provider/src/schema/definition.ts";
import { type JsonObject, unknownValue } from "../../../provider/src/schema/json.ts";
import type { Field, Fields } from "../../../provider/src/schema/schema.ts";
import { isSharable } from "../../../provider/src/state/leaves.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { resourceTypes } from "../../../provider/src/types/resource-types.made.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { fullValue } from "../../subjects/object-properties.ts";
import { type ResourceSketch, stepOf, urnOf } from "../helpers/preview.ts";
import { corp, portal, reportOf, reportOfSteps } from "./plans.ts";

/* A creation that changes what exists already is judged as a change. One that nobody had before is no noise. */

const at = { __tenant: "shop.example.com" };

function definitionOf(type: TypeName): Definition {
  return definitions[type];
}

function fieldsOf(type: TypeName): readonly (readonly [string, Field])[] {
  return Object.entries<Field>(definitionOf(type).schema.fields).filter(([name]) => name !== "undocumented");
}

/** The properties of a type's identity that refer to other objects. */
function ownersOf(type: TypeName): readonly string[] {
  return fieldsOf(type).flatMap(([name, { forceNew, idOf, refersTo }]) =>
    forceNew && (idOf !== undefined || refersTo !== undefined) ? [name] : [],
  );
}

/** A creation with the required properties and these. Each is stronger or weaker than nothing. */
function creationOf(type: TypeName, given: JsonObject, owner = "theirs"): ResourceSketch {
  const required = fieldsOf(type).flatMap(([name, field]) =>
    field.forceNew && field.required ? [[name, ownersOf(type).includes(name) ? owner : fullValue(field, name, 0)]] : [],
  );
  return {
    name: "it",
    type: definitionOf(type).type,
    op: "create",
    is: { ...Object.fromEntries(required), ...given, ...at },
  };
}

const typesWithout = typeNames.filter((type) => !resourceTypes[type].hasOwnObject);
const parts = typeNames.filter((type) => {
  const { schema } = definitionOf(type);
  return schema.singleton === undefined && (!resourceTypes[type].hasOwnObject || ownersOf(type).length > 0);
});
const atOnce = typeNames.filter((type) => tools[type].isInForceAtOnce === true);

/** The safeguarded properties whose presence can only be weaker: a switch that only protects, and limits that grow by it, are left out. */
function safeguardsOf(type: TypeName): readonly (readonly [TypeName, string, Field])[] {
  return fieldsOf(type).flatMap(([name, field]) => {
    const isOnly = field.weaker === false || field.weaker === "less";
    return field.safeguard === undefined || isOnly || field.computed ? [] : [[type, name, field] as const];
  });
}

/** A value of a property that gives more than nothing. */
function moreThanNothing(name: string, field: Field) {
  if (field.kind === "boolean") return field.weaker ?? true;
  const [one, other] = ([0, 1] as const).map((n) => fullValue(field, name, n));
  const isUsual = (value: unknown) => value === (field.absent ?? field.initial);
  return (isUsual(one) ? other : one) ?? null;
}

describe("the creation of a resource without an object of its own", () => {
  test.each([...new Set([...parts, ...atOnce])].flatMap(safeguardsOf))(
    "of type %s shows its %s as weaker",
    (type, name, field) => {
      // A switch that is true by default gives nothing more if a program declares it.
      if (field.kind === "boolean" && field.absent === field.weaker) return;
      const report = reportOf([creationOf(type, { [name]: moreThanNothing(name, field) })]);
      expect(report.weaker?.map(({ path }) => path.split(/[.[]/)[0])).toContain(name);
      expect(findingsOfKinds(report, ["weaker"]).join("\n")).toContain(name);
      expect(toText(report)).not.toContain("Nothing is lost for ever");
    },
  );

  it("is judged for each such type with a safeguard", () => {
    expect(typesWithout.filter((type) => safeguardsOf(type).length > 0)).toEqual(
      expect.arrayContaining(["connectionClients", "triggerActions", "resourceServerScopes", "groupRoles"]),
    );
  });

  const sets = typesWithout.flatMap((type) =>
    fieldsOf(type).flatMap(([name, field]) =>
      isSharable(field) && typeof field.exclusive === "object" ? [[type, name, field.exclusive.argument] as const] : [],
    ),
  );

  it.each(sets)("of an exclusive %s warns that its %s replaces unread members", (type, name, exclusive) => {
    const field = (definitionOf(type).schema.fields as Fields)[name];
    const nothing = field?.kind === "map" ? {} : [];
    const report = reportOf([creationOf(type, { [name]: nothing, [exclusive]: true })]);
    expect(report.resources).toMatchObject([{ isUnread: true }]);
    const says = "replaces all that others may have put there, which the review has not read";
    expect(
      toText(report)
        .split("\n")
        .filter((line) => line.includes(says)),
    ).toHaveLength(2);
    expect(findingsOfKinds(report, ["weaker"])).toEqual([expect.stringContaining(says)]);
    const shared = reportOf([creationOf(type, { [name]: nothing, [exclusive]: false })]);
    expect(shared.resources).not.toMatchObject([{ isUnread: true }]);
    expect(findingsOfKinds(shared, ["weaker"])).toEqual([]);
    const moved = creationOf(type, { [name]: nothing, [exclusive]: true });
    const left = { ...moved, name: "old", op: "delete", was: moved.is ?? {} };
    expect(
      reportOf([
        { ...moved, name: "new" },
        { ...left, is: undefined as never },
      ]).resources,
    ).not.toContainEqual(expect.objectContaining({ isUnread: true }));
  });

  it("is judged for each set that can be exclusive", () => {
    expect(sets.length).toBeGreaterThan(8);
  });
});

describe("the creation of a new object", () => {
  /** The types with safeguards whose new objects do nothing before others refer to them, or belong to them. */
  const silent = [
    ...["action", "actionModule", "client", "connection", "connectionProfile", "customDomain", "flow", "form"],
    ...["organization", "resourceServer", "selfServiceProfile", "userAttributeProfile", "vaultConnection"],
  ];

  it("is unjudged for exactly the listed types", () => {
    const others = typeNames.filter((type) => {
      const isJudged = parts.includes(type) || atOnce.includes(type);
      return (
        !isJudged &&
        definitionOf(type).schema.singleton === undefined &&
        fieldsOf(type).some(([, one]) => one.safeguard)
      );
    });
    expect(others.toSorted()).toEqual(silent.toSorted());
  });

  test.each(silent as TypeName[])("of type %s is not weaker", (type) => {
    const all = fieldsOf(type).filter(([, field]) => !field.computed && !field.affectsTarget);
    const report = reportOf([
      creationOf(type, Object.fromEntries(all.map(([name, one]) => [name, fullValue(one, name, 0)]))),
    ]);
    expect(report.weaker).toBeUndefined();
    expect(report.resources).not.toMatchObject([{ isUnread: true }]);
  });

  const owned = parts.filter(
    (type) =>
      ownersOf(type).length > 0 &&
      ownersOf(type).every((name) => {
        const { idOf = "", refersTo } = (definitionOf(type).schema.fields as Fields)[name] ?? {};
        return typeNames.includes((refersTo?.type ?? idOf) as TypeName);
      }),
  );

  test.each(owned)("includes its parts (%s)", (type) => {
    const all = fieldsOf(type).filter(([, field]) => !field.computed && !field.affectsTarget);
    const values = Object.fromEntries(all.map(([name, one]) => [name, fullValue(one, name, 0)]));
    const owners = ownersOf(type).map((name) => {
      const { idOf, refersTo } = (definitionOf(type).schema.fields as Fields)[name] ?? {};
      return [name, definitionOf((refersTo?.type ?? idOf) as TypeName).type] as const;
    });
    const unknown = Object.fromEntries(owners.map(([name]) => [name, unknownValue]));
    const step = stepOf(creationOf(type, { ...values, ...unknown })) as { newState: { inputs: object } };
    const propertyDependencies = Object.fromEntries(owners.map(([name, owner]) => [name, [urnOf(name, owner)]]));
    const made = owners.map(([name, owner]) => stepOf({ name, type: owner, op: "create", is: at }));
    const report = reportOfSteps([...made, { ...step, newState: { ...step.newState, propertyDependencies } }]);
    const named = report.weaker?.filter(({ name }) => name === "it") ?? [];
    expect(atOnce.includes(type) ? [] : named).toEqual([]);
    expect(report.resources).not.toContainEqual(expect.objectContaining({ isUnread: true }));
    const kept = owners.map(([name, owner]) => stepOf({ name, type: owner, op: "same", was: at, is: at }));
    const giving = safeguardsOf(type).map(([, name, one]) => [name, moreThanNothing(name, one)]);
    const given = { ...step.newState.inputs, ...Object.fromEntries(giving), ...unknown };
    const ofOthers = reportOfSteps([
      ...kept,
      { ...step, newState: { ...step.newState, inputs: given, propertyDependencies } },
    ]);
    if (giving.length > 0) expect(ofOthers.weaker).toBeDefined();
  });

  it("still gives existing applications a new way to log in, if it is a connection", () => {
    const connection = {
      ...corp,
      op: "create",
      is: { name: "corp", strategy: "oidc", enabledClients: ["app_1"], ...at },
    };
    const named = { path: "enabledClients", is: ["app_1"] };
    expect(reportOf([portal, connection]).weaker).toMatchObject([named]);
    expect(reportOf([connection]).weaker).toMatchObject([named]);
    const step = stepOf({ ...connection, is: { ...connection.is, enabledClients: [unknownValue] } }) as {
      newState: object;
    };
    const propertyDependencies = { enabledClients: [urnOf("portal", "Client")] };
    const withNew = reportOfSteps([
      stepOf({ name: "portal", type: "Client", op: "create", is: { name: "Portal", ...at } }),
      { ...step, newState: { ...step.newState, propertyDependencies } },
    ]);
    expect(withNew.weaker).toBeUndefined();
  });
});

describe("the creation of a resource for an existing object", () => {
  const clients = (ids: readonly string[]): ResourceSketch => ({
    ...{ name: "clients", type: "ConnectionClients", op: "create" },
    is: { connectionId: "con_1", clients: ids, ...at },
  });

  it("is compared with the former set of the whole object, if a set of its own takes the set over", () => {
    const was = { name: "corp", strategy: "oidc", enabledClients: ["app_1"], ...at };
    const { enabledClients: _, ...is } = was;
    const moved = { ...corp, was, is, diff: { enabledClients: "delete" } };
    const report = reportOf([moved, clients(["app_1", "app_admin"])]);
    const shared = { path: "enabledClients.exclusive" };
    expect(report.weaker).toMatchObject([shared, { path: "clients", was: ["app_1"], is: ["app_1", "app_admin"] }]);
    expect(reportOf([moved, clients(["app_1"])]).weaker).toMatchObject([shared]);
  });

  it("is compared with the former resource of the object, if the new resource has another name", () => {
    const was = {
      name: "Shop",
      tokenEndpointAuthMethod: "client_secret_post",
      callbacks: ["https://shop.example.com"],
      ...at,
    };
    const left = { name: "n", type: "Client", id: "app_1", was };
    const taken = (is: object, name = "Shop"): ResourceSketch => ({
      ...{ name: "n2", type: "Client", op: "create" },
      is: { ...was, name, adopt: true, ...is },
    });
    const evil = { tokenEndpointAuthMethod: "none", callbacks: ["https://evil.example.com"] };
    expect(reportOf([left, taken(evil)]).weaker).toMatchObject([
      { path: "callbacks", was: was.callbacks, is: evil.callbacks },
      { path: "tokenEndpointAuthMethod", was: "client_secret_post", is: "none" },
    ]);
    expect(reportOf([left, taken({})]).weaker).toBeUndefined();
    expect(reportOf([left, taken(evil, "Other")]).weaker).toBeUndefined();
  });

  it("is compared with an empty set if a replacement gives the same rights to another object", () => {
    const was = { connectionId: "con_1", clients: ["app_1"], exclusive: true, ...at };
    const moved = { name: "clients", type: "ConnectionClients", id: "con_1", op: "replace", was };
    const report = reportOf([{ ...moved, is: { ...was, connectionId: "con_2" } }]);
    expect(report.weaker).toMatchObject([{ path: "clients", is: ["app_1"] }]);
    expect(report.resources).toMatchObject([{ isUnread: true }]);
  });

  it("of a network ACL is not weaker because the ACL is inactive", () => {
    const acl = (active: boolean): ResourceSketch => ({
      ...{ name: "acl", type: "NetworkAcl", op: "create" },
      is: {
        description: "all",
        active,
        priority: 1,
        rule: { action: "allow", scope: "tenant", match_all: true },
        ...at,
      },
    });
    for (const active of [true, false]) {
      expect(reportOf([acl(active)]).weaker?.map(({ path }) => path)).not.toContain("active");
      expect(reportOf([acl(active)]).weaker?.map(({ path }) => path)).toContain("priority");
    }
  });

  it("is compared by its rights, as an update is", () => {
    const roles = { organizationId: "org_1", userId: "auth0|1", roles: ["rol_admin"], exclusive: false, ...at };
    const created = { name: "admin", type: "OrganizationMemberRoles", op: "create", is: roles };
    expect(findingsOfKinds(reportOf([created]), ["weaker"])).toEqual([
      "weaker: roles of OrganizationMemberRoles admin",
    ]);
    const ofNew = {
      roleId: unknownValue,
      resourceServerIdentifier: "https://orders.example.com",
      permissions: ["a"],
      ...at,
    };
    const given = stepOf({ name: "rights", type: "RolePermissions", op: "create", is: ofNew }) as { newState: object };
    const propertyDependencies = { roleId: [urnOf("new", "Role")] };
    const report = reportOfSteps([
      stepOf({ name: "new", type: "Role", op: "create", is: { name: "New", ...at } }),
      { ...given, newState: { ...given.newState, propertyDependencies } },
    ]);
    expect([report.weaker, findingsOfKinds(report, ["weaker"])]).toEqual([
      undefined,
      ["weaker: permissions of RolePermissions rights"],
    ]);
    const grant = { clientId: unknownValue, audience: "https://orders.example.com", allowAllScopes: true, ...at };
    const step = stepOf({ name: "batch", type: "ClientGrant", op: "create", is: grant });
    expect(findingsOfKinds(reportOfSteps([step]), ["weaker"])).toContain("weaker: allowAllScopes of ClientGrant batch");
  });
});
