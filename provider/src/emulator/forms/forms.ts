import { randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { type Module, restRoutes, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { copyOf, newPrefixedId, omit, type WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";

/** The 404 for an object that does not exist. It has no error code. */
const missing = (what: string) => () => new ServiceError(404, `${what} not found`);
const taken = () => new ServiceError(409, "The id is in use.");

/** The service's mask of the credentials in a setup. */
function maskOf({ type, ...setup }: WireObject): string {
  const [secret = ""] = Object.values(setup).filter((value) => typeof value === "string");
  return `${type} ${String(secret).slice(0, 3)}***`;
}

/** The vault connections, by id: `/flows/vault/connections`. No response contains the setup. The emulator calls no other service. */
export function vaultConnectionModule({ now, cursors }: Tenant): Module<Objects> {
  const connections = new Objects({
    path: "/flows/vault/connections",
    key: "id",
    whole: ["id", "name", "app_id", "fingerprint"],
    newId: () => newPrefixedId("ac_"),
    notFound: missing("Connection"),
    taken,
    settle(given, id, before) {
      const at = new Date(now()).toISOString();
      const { setup } = given;
      return {
        ...{ created_at: at, ready: false },
        ...before,
        ...given,
        ...(isObject(setup) && { ready: true, account_name: maskOf(setup), refreshed_at: at }),
        // Every write changes it.
        fingerprint: randomBytes(32).toString("hex"),
        ...{ id, updated_at: at },
      };
    },
    view: (row) => copyOf(omit(row, ["setup"])),
  });
  return { objects: connections, routes: restRoutes(connections, cursors, { deleted: {} }) };
}

/** The flows, by id: `/flows`. The emulator runs no flows. */
export function flowModule({ now, cursors }: Tenant): Module<Objects> {
  const flows = new Objects({
    path: "/flows",
    key: "id",
    whole: ["id", "name", "created_at"],
    newId: () => newPrefixedId("af_"),
    notFound: missing("Flow"),
    taken,
    settle: (given, id, before) => settled(given, id, before, now()),
  });
  // Entries of a listing have no actions.
  const answer = (row: WireObject, _: unknown, operation: string) =>
    operation === "list" ? omit(row, ["actions"]) : row;
  return { objects: flows, routes: restRoutes(flows, cursors, { deleted: {}, answer }) };
}

const documents = ["languages", "nodes", "start", "ending", "messages", "translations", "style"];

/** The forms, by id: `/forms`. The emulator shows no forms. */
export function formModule({ now, cursors }: Tenant): Module<Objects> {
  const forms = new Objects({
    path: "/forms",
    key: "id",
    whole: ["id", "name", "created_at"],
    newId: () => newPrefixedId("ap_"),
    notFound: missing("Form"),
    taken,
    settle(given, id, before) {
      const fresh = before ? {} : { ending: { resume_flow: true } };
      const row = settled({ ...fresh, ...given }, id, before, now());
      const changesGraph = ["nodes", "start", "ending"].some((name) => name in given);
      if (changesGraph) checkNodes(row);
      return row;
    },
  });
  const answer = (row: WireObject, _: unknown, operation: string) =>
    operation === "list" ? omit(row, documents) : row;
  return { objects: forms, routes: restRoutes(forms, cursors, { deleted: {}, answer }) };
}

/** The row after a write. The service returns no document that is empty. */
function settled(given: WireObject, id: string, before: WireObject | undefined, now: number): WireObject {
  const at = new Date(now).toISOString();
  const row: WireObject = { created_at: at, ...before, ...given, id, updated_at: at };
  return omit(
    row,
    ["actions", ...documents].filter((name) => isEmpty(row[name])),
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Refuses references to nodes that a form does not have. A form without nodes is not checked. */
function checkNodes({ nodes, start, ending }: WireObject): void {
  if (!Array.isArray(nodes)) return;
  const known = ["$ending", ...nodes.map((node: WireObject) => node.id)];
  if (pointersIn([nodes, start, ending]).every((id) => known.includes(id))) return;
  throw new ServiceError(400, "Some nodes point to unknown node IDs");
}

function pointersIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(pointersIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    /^(next_node|fallback)$/.test(key) && typeof member === "string" ? [member] : pointersIn(member),
  );
}
