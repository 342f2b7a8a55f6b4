import { restOf } from "../../lifecycle/requests/rest.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import {
  equal,
  fromPointer,
  holdsUnknown,
  isObject,
  type Json,
  type JsonObject,
  matches,
  own,
  type Path,
  toPointer,
  unknownValue,
} from "../../schema/json.ts";
import { touched } from "../../state/plan.ts";
import {
  boundsOfForm,
  endOfForm,
  form,
  graphOfForm,
  neededOfSetup,
  nodesNamedIn,
  usualEnding,
  vaultConnection,
} from "./definition.ts";

const vaults = restOf(vaultConnection);

/** Vault connections: `POST /flows/vault/connections`, `GET|PATCH|DELETE /flows/vault/connections/{id}`. */
export const vaultConnectionType: ResourceType = {
  ...vaults.type,

  rules: setupProblems,

  // The record of a declared setup has a hint: the fingerprint.
  lostWith: (live, _, hints) =>
    own(live, "ready") === true && own(hints, toPointer(["setup"])) === undefined ? undeclaredSetup : undefined,

  /**
   * Updates the connection. Its fingerprint changes with this update, too. If another client has changed the connection since the last read, the known
   * fingerprint stays in the state, so that the next refresh shows the setup as changed.
   */
  async update(service, change) {
    const { live: before } = await vaults.get(service, change.id, change.inputs);
    const { live } = await vaults.type.update(service, change);
    const known = own(change.outputs, "fingerprint");
    const isDeclared = own(change.inputs, "setup") !== undefined && !touched(change.plan).includes("setup");
    const isForeign = known !== undefined && !equal(known, own(before, "fingerprint"));
    return { live: isDeclared && isForeign ? { ...live, fingerprint: known } : live };
  },
};

const undeclaredSetup =
  "has a setup that this stack has not declared, such as an authorization in a browser. It would be deleted with the connection, and the API never " +
  "returns it. Leave `appId` as it is. To give the setup up, remove the resource from the program, and declare the new connection as another resource.";

function setupProblems({ appId, setup }: JsonObject): readonly Problem[] {
  const type = own(setup, "type");
  const types = typeof appId === "string" && Object.hasOwn(neededOfSetup, appId) ? neededOfSetup[appId] : undefined;
  const needed = typeof type === "string" && types && Object.hasOwn(types, type) ? (types[type] ?? []) : [];
  const names = isObject(setup) ? ["type", ...needed] : [];
  return names
    .filter((name) => (own(setup, name) ?? null) === null)
    .map((name) => ({
      path: ["setup", name],
      says: name === "type" ? "is required" : "is required for this type of setup",
    }));
}

const forms = restOf(form, {
  readsFirst: ({ plan }) => touched(plan).some((name) => graphOfForm.includes(name)),
  adjust(changes, inputs, live) {
    if (!graphOfForm.some((name) => Object.hasOwn(changes, name))) return changes;
    const graph = Object.entries({ ...live, ...changes }).filter(([name]) => graphOfForm.includes(name));
    const { ending, ...others } = { ...changes, ...Object.fromEntries(graph) };
    return { ...others, ...(isObject(ending) && { ending: endingFor(ending, own(inputs, "ending"), live) }) };
  },
});

/** An ending to be sent. The service's default makes room for a declared ending, and comes back when nothing else is left. */
function endingFor(ending: JsonObject, declared: Json | undefined, live: JsonObject): JsonObject {
  const isUsual =
    equal(own(live, "ending"), usualEnding) && !Object.keys(usualEnding).some((key) => own(declared, key));
  const others = Object.entries(ending).filter(([key]) => !isUsual || !Object.hasOwn(usualEnding, key));
  return others.length === 0 ? usualEnding : Object.fromEntries(others);
}

/** Forms: `POST /forms`, `GET|PATCH|DELETE /forms/{id}`. */
export const formType: ResourceType = {
  ...forms.type,
  rules: (args) => [...problemsOfBounds(args), ...problemsOfEnding(args)],
  refusals: (args) => strayReferences(args),
};

/** The texts and numbers in the documents that are out of bounds. */
function problemsOfBounds(value: Json, path: Path = []): readonly Problem[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, item]) => problemsOfBounds(item as Json, [...path, key]));
  const [, bounds] = Object.entries(boundsOfForm).find(([pointer]) => matches(fromPointer(pointer), path)) ?? [];
  if (!bounds || value === null || value === unknownValue) return [];
  const { min, max, isText } = bounds;
  const size = typeof value === "string" ? [...value].length : Number.isInteger(value) ? Number(value) : Number.NaN;
  if (isText === (typeof value === "string") && size >= min && size <= max) return [];
  return [
    {
      path,
      says: isText ? `must be ${min} to ${max} characters long` : `must be a whole number from ${min} to ${max}`,
    },
  ];
}

function problemsOfEnding({ ending }: JsonObject): readonly Problem[] {
  return own(ending, "resume_flow") === false
    ? [
        {
          path: ["ending", "resume_flow"],
          says: "must be true: without it, the login does not continue. Remove it, or declare another ending",
        },
      ]
    : [];
}

/** The references to nodes that a program does not declare. */
function strayReferences(args: JsonObject): readonly string[] {
  const nodes = own(args, "nodes");
  if (!Array.isArray(nodes) || nodes.length === 0 || holdsUnknown(nodes)) return [];
  const known = new Set([endOfForm, ...nodes.map((node) => own(node, "id"))]);
  return graphOfForm.flatMap((name) => {
    const strays = [...new Set(nodesNamedIn(own(args, name)).filter((id) => !known.has(id as string)))];
    return strays.map((id) => `${name}: refers to the node "${String(id)}", which is not among \`nodes\`. Declare it.`);
  });
}
