import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { isObject, type Json, type JsonObject } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { kinds } from "./kinds.ts";
import { isSegment } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

type Provisioned = "connectionScim" | "connectionDirectory";
type ProvisioningName = "scim-configuration" | "directory-provisioning";

/** Makes a connection, unless the tenant has it. */
export function madeConnection({ connections }: Emulator, id: string, strategy: string): void {
  if (connections.get(id)) return;
  const options = strategy === "google-apps" ? { client_id: "x", domain: "example.com" } : { client_id: "x" };
  (connections as unknown as { load(wire: WireObject): unknown }).load({ id, name: nameOf(id), strategy, options });
}

function nameOf(id: string): string {
  return id.replace("con_", "").toLowerCase();
}

/** What is different between the two types of provisioning. */
interface Parts<Name extends Provisioned> {
  readonly name: Name;
  readonly resource: string;
  readonly path: ProvisioningName;
  readonly listing: string;
  readonly strategy: string;
  readonly scope: string;
  /** The scopes of an update. */
  readonly updates: readonly string[];
  /** A configuration that another client has made. */
  readonly byHand: JsonObject;
  readonly properties: fc.Arbitrary<JsonObject>;
  readonly edits: fc.Arbitrary<JsonObject>;
  /** A property with two values, which programs of tests declare. */
  readonly two: readonly [JsonObject, JsonObject];
  readonly kept: readonly (readonly [path: string, example: JsonObject])[];
  readonly documented: string;
}

/** The configuration of one type of provisioning. */
export function provisioningSubject<Name extends Provisioned>(parts: Parts<Name>): Subject<Name> {
  const { name, resource, path, strategy, byHand, properties, two } = parts;
  const { fields } = kinds[name].schema;
  const idOf = (text: string) => `con_${text}${strategy.slice(0, 4)}`.padEnd(20, "0");
  const [own, foreign] = [idOf("north"), idOf("foreign")];
  const slots = [`${path}-a`, `${path}-b`];
  const keys = (slot: string) => [1, 2].map((n) => idOf(`${slot.slice(-1)}${n}`));
  const [create, read, update, remove] = ["create", "read", "update", "delete"].map(
    (verb) => `${verb}:${parts.scope}`,
  ) as [string, string, string, string];
  const made = (tenant: Emulator, id: string) => {
    madeConnection(tenant, id, strategy);
    return id;
  };
  const configured = (tenant: Emulator, id: string) => tenant.connections.provisioningOf(id, path)?.configuration;
  const put = (tenant: Emulator, id: string, values: WireObject) => {
    const { below = [] } = tenant.connections.provisioningOf(id, path) ?? {};
    tenant.connections.setProvisioning(id, path, { configuration: { ...configured(tenant, id), ...values }, below });
  };
  const make = (tenant: Emulator, id: string) =>
    put(tenant, id, {
      ...{ connection_id: id, connection_name: nameOf(id), strategy, created_at: "2026-01-01T00:00:00.000Z" },
      ...toWire(fields, byHand),
    });
  const plain = { connectionId: own, ...two[0] };
  const changed = { connectionId: own, ...two[1] };
  const scopes: readonly ScopeCase[] = [
    { operation: "create", scopes: [create], run: plain },
    { operation: "refresh, drift", scopes: [read], before: plain, run: "refresh" },
    { operation: "update", scopes: parts.updates, before: plain, run: changed },
    { operation: "delete", scopes: [remove], before: plain, run: undefined },
    { operation: "create with `adopt`", scopes: [create, read], run: { ...plain, adopt: true } },
    { operation: "adopt", scopes: [read, update], before: plain, run: { ...changed, adopt: true }, adopted: true },
  ];
  return {
    name,
    resource,
    path: "/api/v2/connections",
    keyOf: ({ connectionId }) => String(connectionId),

    prepare(tenant) {
      for (const id of [own, foreign, ...slots.flatMap(keys)]) made(tenant, id);
      make(tenant, foreign);
    },
    foreign: (tenant) => configured(tenant, foreign),
    identity: (tenant, n) => ({ connectionId: made(tenant, idOf(`n${n}`)) }),
    held(tenant, id) {
      const configuration = configured(tenant, id) as JsonObject | undefined;
      return configuration && { id, live: { connectionId: id, ...fromWire(fields, configuration) } };
    },
    answered: (tenant, id) => configured(tenant, id) as JsonObject | undefined,
    edit: (tenant, id, property, value) => put(tenant, id, toWire(fields, { [property]: value })),
    make,
    remove: ({ connections }, id) => connections.setProvisioning(id, path, undefined),

    exceptions: [
      {
        law: "convergence",
        how: "undeclared",
        paths: parts.kept.map(([pointer]) => pointer),
        why: "the service has no request that gives the default of the strategy",
        documented: parts.documented,
        examples: parts.kept.map(([, program]) => [{ program }, { program: {} }]),
      },
    ],
    share: 0.5,
    laws: [casesOf(properties, properties, 0.5)],
    writes: 1,

    slots,
    keys,
    programs: (slot) =>
      fc.constant(fc.tuple(properties, mostly(keys(slot))).map(([rest, connectionId]) => ({ ...rest, connectionId }))),
    edits: () => [{ weight: 1, values: parts.edits }],

    scopes,
    hostile: {
      targets: new RegExp(`^/api/v2/(connections/[^/?]+/${path}|${parts.listing})(\\?.*)?$`),
      versions(tenant, n) {
        const identity = { connectionId: made(tenant, idOf(`n${n}`)) };
        return [
          { ...identity, ...two[0] },
          { ...identity, ...two[1] },
        ];
      },
      misshapen: ["[]", '{"connection_id":"con_another"}', '{"mapping":7}'].map((body) => ({
        path: new RegExp(`${path}$`),
        body,
      })),
      ids: (text) => text,
      asked: (id) => (isSegment(id) ? ["connections", id, path] : undefined),
      programs: (text) =>
        text.map((connectionId) => ({
          args: { connectionId },
          mayAsk: isSegment(connectionId) ? [["connections", connectionId, path]] : [],
        })),
    },
    bench: [plain, changed],
  };
}

/** Values of a mapping: names of a few attributes. */
export function mappings(attributes: readonly string[]): fc.Arbitrary<Json> {
  const names = fc.constantFrom("email", "name", "app_metadata.department", 'ü "quoted"');
  return fc.dictionary(names, fc.constantFrom(...attributes), { minKeys: 1, maxKeys: 3 }).filter(isObject);
}
