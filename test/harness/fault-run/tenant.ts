import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { kinds } from "../../../provider/src/lifecycle/registry.ts";
import { canonical } from "../../../provider/src/model/canonical.ts";
import { isObject, type Json, type JsonObject } from "../../../provider/src/model/json.ts";
import { type Path, valueAt } from "../../../provider/src/model/pointer.ts";
import { fieldAt } from "../../../provider/src/model/table.ts";
import { fromWire, toWire } from "../../../provider/src/model/wire.ts";
import { keysOf, kindOf, organizations, roleIds, slots, userOf } from "./programs.ts";
import type { Edit } from "./scenario.ts";

/** What is at the tenant and does not belong to any program: nothing of it may ever change. */
const foreign = {
  api: { identifier: "https://foreign.example.com", name: "Foreign", scopes: [{ value: "read" }], token_lifetime: 60 },
  connection: {
    name: "foreign",
    strategy: "oidc",
    display_name: "Foreign",
    realms: ["foreign.example.com"],
    options: { client_id: "foreign", issuer: "https://foreign.example.com/" },
  },
  user: "auth0|foreign",
};

/** A tenant whose tokens can run out. */
export interface MortalTenant extends Emulator {
  /** Lets the tenant's clock pass the end of all tokens so far. */
  expireTokens(): void;
}

/** Starts a tenant with all that scenarios need. */
export async function startTenant(): Promise<MortalTenant> {
  let passed = 0;
  const lifetime = 3_600;
  const emulator = await startEmulator({ tokenLifetime: lifetime, now: () => Date.now() + passed });
  const expireTokens = () => {
    passed += (lifetime + 1) * 1_000;
  };
  const tenant: MortalTenant = Object.assign(emulator, { expireTokens });
  for (const id of roleIds) tenant.roles.create({ id, name: id });
  for (const id of organizations) {
    tenant.organizations.create({ id, name: id.replace("_", "-") });
    for (const { name } of slots) tenant.organizationMembers.add(id, userOf(name));
    tenant.organizationMembers.add(id, foreign.user, { roles: roleIds.slice(0, 3) });
  }
  tenant.resourceServers.create({ ...foreign.api, token_lifetime_for_web: 60 });
  tenant.connections.create(foreign.connection);
  tenant.connections.setClients(foreign.connection.name, ["a", "b"]);
  return tenant;
}

/** All that nobody may touch, to be compared with later. */
export function foreignIn(tenant: Emulator): unknown {
  return {
    api: tenant.resourceServers.get(foreign.api.identifier),
    connection: tenant.connections.get(foreign.connection.name),
    clients: tenant.connections.clientsOf(foreign.connection.name),
    roles: organizations.map((id) => tenant.organizationMembers.get(id, foreign.user)),
    system: tenant.resourceServers.list().filter(({ is_system }) => is_system),
  };
}

/** An object of a slot as it is at the tenant, under the names that programs use. */
export interface Found {
  readonly slot: string;
  /** Identifier or name. */
  readonly key: string;
  readonly id: string;
  readonly live: JsonObject;
}

/** All APIs and connections that slots have. */
export function objectsIn(tenant: Emulator): readonly Found[] {
  return slots.flatMap(({ name: slot }) => {
    if (kindOf(slot) === "organizationMemberRoles") return [];
    return keysOf(slot).flatMap((key) => {
      const found = objectAt(tenant, slot, key);
      return found ? [found] : [];
    });
  });
}

function objectAt(tenant: Emulator, slot: string, key: string): Found | undefined {
  const isApi = kindOf(slot) === "resourceServer";
  const wire = (isApi ? tenant.resourceServers : tenant.connections).get(key) as JsonObject | undefined;
  if (!wire) return undefined;
  const live = fromWire(kinds[kindOf(slot)].table.fields, wire);
  return { slot, key, id: String(wire.id), live: isApi ? live : completed(tenant, key, live) };
}

/** With what the tenant never answers, or answers as something else. */
function completed(tenant: Emulator, name: string, live: JsonObject): JsonObject {
  const { options } = live;
  const configuration = tenant.connections.configurationPlain(name) as JsonObject;
  const plain = Object.keys(configuration).length > 0 ? { configuration } : {};
  const hidden = tenant.connections.hiddenOptions(name) as JsonObject;
  return {
    ...live,
    ...(isObject(options) && { options: { ...options, ...hidden, ...plain } }),
    enabledClients: tenant.connections.clientsOf(name),
  };
}

/** What a declared resource is at the tenant, if it is there. */
export function objectOf(tenant: Emulator, slot: string, args: JsonObject): Found | undefined {
  const kind = kindOf(slot);
  if (kind !== "organizationMemberRoles") {
    return objectAt(tenant, slot, String(kind === "resourceServer" ? args.identifier : args.name));
  }
  const [organizationId, userId] = [String(args.organizationId), String(args.userId)];
  const roles = rolesOf(tenant, organizationId, slot);
  const id = `${organizationId}::${userId}`;
  return { slot, key: id, id, live: { organizationId, userId, roles } };
}

export function rolesOf(tenant: Emulator, organizationId: string, slot: string): readonly string[] {
  return (tenant.organizationMembers.get(organizationId, userOf(slot))?.roles ?? []) as string[];
}

/** A value of an object in a form in which what means the same is the same. */
export function comparable(slot: string, { live }: Found, path: Path): unknown {
  const field = fieldAt(kinds[kindOf(slot)].table.fields, path);
  const isWhole = field?.kind !== "document" || path.length === 1;
  const absent = path[0] === "displayName" ? valueAt(live, ["name"]) : isWhole ? field?.absent : undefined;
  return unordered(valueAt(live, path) ?? absent ?? null);
}

/** The order of strings has no meaning in anything that scenarios declare, nor has that of words. */
function unordered(value: Json): Json {
  if (typeof value === "string") return value.split(" ").toSorted().join(" ");
  if (!Array.isArray(value)) return value;
  return value.every((item) => typeof item === "string") ? value.toSorted() : value;
}

/** A value that somebody set and that no version of the program ever declares. */
export interface Theirs {
  readonly id: string;
  readonly path: Path;
  readonly value: unknown;
}

/**
 * Carries out what somebody does at the tenant, as far as the service allows it.
 *
 * @param isDeclared whether any version of the program has a say in a property
 * @returns what must be left alone from now on
 */
export function carryOut(
  tenant: Emulator,
  edit: Edit,
  isDeclared: (slot: string, path: Path) => boolean,
): readonly Theirs[] {
  const found = objectsIn(tenant).find(({ slot }) => slot === edit.slot);
  const { fields } = kinds[kindOf(edit.slot)].table;
  // Of what is answered now and then nothing can be said later.
  const isSteady = (path: Path) => fieldAt(fields, path)?.reads?.how !== "sometimes";
  const paths = pathsOf(edit, found).filter((path) => isSteady(path) && !isDeclared(edit.slot, path));
  try {
    write(tenant, edit, found);
  } catch (error) {
    // The service's rules count for everybody.
    if (error instanceof Error && error.name === "ServiceError") return [];
    throw error;
  }
  const after = found && objectAt(tenant, found.slot, found.key);
  return after ? paths.map((path) => ({ id: after.id, path, value: comparable(edit.slot, after, path) })) : [];
}

/** What an edit sets. */
function pathsOf(edit: Edit, found: Found | undefined): readonly Path[] {
  if (!found) return [];
  switch (edit.what) {
    case "set":
      return Object.keys(propertiesOf(edit.properties)).map((name) => [name]);
    case "option":
      return [["options", edit.key]];
    case "client":
      return [["enabledClients"]];
    default:
      return [];
  }
}

const propertiesOf = (properties: JsonObject) => canonical(kinds.resourceServer.table.fields, properties, undefined);

function write(tenant: Emulator, edit: Edit, found: Found | undefined): void {
  if (edit.what === "role") {
    const role = roleIds[edit.role] ?? "";
    for (const organization of organizations) {
      if (edit.isGiven) tenant.organizationMembers.assignRoles(organization, userOf(edit.slot), [role]);
      else tenant.organizationMembers.removeRoles(organization, userOf(edit.slot), [role]);
    }
    return;
  }
  const [key = ""] = keysOf(edit.slot);
  const isApi = kindOf(edit.slot) === "resourceServer";
  if (edit.what === "create") {
    if (found) return;
    if (isApi) tenant.resourceServers.create({ identifier: key, name: "By hand" });
    else tenant.connections.create({ name: key, strategy: "oidc", options: { client_id: "foreign-1" } });
    return;
  }
  if (!found) return;
  switch (edit.what) {
    case "delete":
      (isApi ? tenant.resourceServers : tenant.connections).delete(found.key);
      break;
    case "set": {
      // Somebody changes one member of a nested object and leaves the others as they are.
      const nested = { ...(found.live.subjectTypeAuthorization as JsonObject | undefined) };
      const { subjectTypeAuthorization, ...rest } = propertiesOf(edit.properties);
      const merged = isObject(subjectTypeAuthorization)
        ? { ...rest, subjectTypeAuthorization: { ...nested, ...subjectTypeAuthorization } }
        : rest;
      tenant.resourceServers.update(found.key, toWire(kinds.resourceServer.table.fields, merged));
      break;
    }
    case "option":
      tenant.connections.editOptions(found.key, { [edit.key]: edit.value });
      break;
    case "client": {
      const others = tenant.connections.clientsOf(found.key).filter((client) => client !== edit.client);
      tenant.connections.setClients(found.key, edit.isEnabled ? [...others, edit.client] : others);
      break;
    }
  }
}
