import { randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { type Module, restModule, type Tenant } from "../shared/module.ts";
import type { Objects } from "../shared/objects.ts";
import { newPrefixedId, omit, type WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";

/** What the types have in common. */
const common = { key: "id", taken: "The id is in use." } as const;
/** Entries of a listing lack some properties, and a delete of a missing object is a 404. */
const listedWithout = (names: readonly string[]) => ({
  deleted: {},
  answer: (row: WireObject, _: unknown, operation: string) => (operation === "list" ? omit(row, names) : row),
});

/** The service's mask of the credentials in a setup. */
function maskOf({ type, ...setup }: WireObject): string {
  const [secret = ""] = Object.values(setup).filter((value) => typeof value === "string");
  return `${type} ${String(secret).slice(0, 3)}***`;
}

/** The vault connections, by id: `/flows/vault/connections`. No response contains the setup. The emulator calls no other service. */
export function vaultConnectionModule({ time }: Tenant): Module<Objects> {
  return restModule(
    {
      ...common,
      path: "/flows/vault/connections",
      whole: ["id", "name", "app_id", "fingerprint"],
      newId: () => newPrefixedId("ac_"),
      missing: "Connection not found",
      time,
      fresh: { ready: false },
      settle: (row, { given: { setup } }) => ({
        ...row,
        ...(isObject(setup) && { ready: true, account_name: maskOf(setup), refreshed_at: row.updated_at }),
        // Every write changes it.
        fingerprint: randomBytes(32).toString("hex"),
      }),
      hidden: ["setup"],
    },
    listedWithout([]),
  );
}

/** The flows, by id: `/flows`. The emulator runs no flows. */
export function flowModule({ time }: Tenant): Module<Objects> {
  return restModule(
    {
      ...common,
      path: "/flows",
      whole: ["id", "name", "created_at"],
      newId: () => newPrefixedId("af_"),
      missing: "Flow not found",
      time,
      settle: withoutEmpty,
    },
    listedWithout(["actions"]),
  );
}

const documents = ["languages", "nodes", "start", "ending", "messages", "translations", "style"];

/** The forms, by id: `/forms`. The emulator shows no forms. */
export function formModule({ time }: Tenant): Module<Objects> {
  return restModule(
    {
      ...common,
      path: "/forms",
      whole: ["id", "name", "created_at"],
      newId: () => newPrefixedId("ap_"),
      missing: "Form not found",
      time,
      fresh: { ending: { resume_flow: true } },
      settle(row, { given }) {
        const settled = withoutEmpty(row);
        const changesGraph = ["nodes", "start", "ending"].some((name) => name in given);
        if (changesGraph) checkNodes(settled);
        return settled;
      },
    },
    listedWithout(documents),
  );
}

/** A row without empty documents, which the service does not return. */
function withoutEmpty(row: WireObject): WireObject {
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
