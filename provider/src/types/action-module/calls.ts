import { listed, sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import { type Found, Incomplete, type ResourceType, type UpdateRequest } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own } from "../../schema/json.ts";
import { fromWire } from "../../state/wire.ts";
import {
  changedMeanwhile,
  type Draft,
  differencesOf,
  draftAfter,
  draftOf,
  normalizedDraft,
  refuseOthersDraft,
} from "../action/draft.ts";
import { bodyOfCreation, bodyOfUpdate, type CodeType, pathsOfSecrets, secretsLostWith } from "../action/secrets.ts";
import { actionModule } from "./definition.ts";

const publishPointer = "/publish";

const rest = restOf(actionModule, { normalize: normalized, subresources });
const { schema } = rest;
const { label } = rest.type;
const { secrets: _, ...bodyFields } = rest.bodyFields;
const codeType: CodeType = { schema, bodyFields, inForce: "publish", label };
const route = actionModule.route.split("/");

/**
 * Action modules: `POST /actions/modules`, `GET|PATCH|DELETE /actions/modules/{id}`, `POST /actions/modules/{id}/versions`.
 */
export const actionModuleType: ResourceType = {
  ...rest.type,

  lostWith: secretsLostWith,

  async create(service, args, _reads, known) {
    const body = bodyOfCreation(codeType, args, known);
    const found = await rest.post(service, args, body);
    return published(service, found, args, { draft: draftOf(found.live), sent: Object.keys(body) });
  },

  async find(service, args) {
    const found = await rest.type.find(service, args);
    return found && { ...found, live: asDeclared(found.live, args) };
  },

  async read(service, id, outputs) {
    const live = await rest.type.read(service, id, outputs);
    return live && asDeclared(live, outputs);
  },

  update: (service, change) => update(service, change),

  async delete(service, id, outputs) {
    try {
      await rest.type.delete(service, id, outputs);
    } catch (error) {
      throw error instanceof TenantError && error.status === 412 ? await stillUsed(service, id, outputs, error) : error;
    }
  },
};

async function update(service: TenantClient, change: UpdateRequest): Promise<Found> {
  const { id, plan, inputs } = change;
  const { live, body: before } = await rest.getForUpdate(service, change);
  const body = bodyOfUpdate(codeType, change, live);
  const sent = Object.keys(body);
  if (own(inputs, "publish") !== false && own(before, "all_changes_published") !== true) {
    const version = own(before, "latest_version");
    const latest = isObject(version) ? normalized(fromWire(rest.bodyFields, version)) : undefined;
    refuseOthersDraft(change, live, latest, sent, { label: label(inputs), schema, verb: "publish" });
  }
  const found = sent.length > 0 ? await rest.patch(service, id, body, inputs, { continues: true }) : { id, live };
  // A property that this update clears in the draft stays published until the publication. If that fails, its path is recorded as unsure.
  const left = plan.removed.filter(({ clear }) => clear.how !== "release").map(({ pointer }) => pointer);
  const untimed = sent.includes("secrets") ? pathsOfSecrets(inputs) : [];
  // The response also contains edits that other clients made after the read, so only sent properties are taken from it.
  const draft = draftAfter(draftOf(live), draftOf(found.live), sent);
  return published(service, found, inputs, { draft, sent, left, untimed });
}

/** A draft that this run expects at the tenant. */
interface Expected {
  readonly draft: Draft;
  /** The names of the properties that this run has sent. */
  readonly sent: readonly string[];
  /** Paths (JSON pointers) of the properties that the run has cleared in the draft. If the publication fails, they become unsure. Default: none. */
  readonly left?: readonly string[];
  /** Paths of the secrets of whose write only a later read shows the time. Without that read, they become unsure. Default: none. */
  readonly untimed?: readonly string[];
}

/**
 * Publishes the draft of a module after its write, unless the program sets `publish: false`. Reads it first, also if the write has sent secrets: the
 * response to an update still has their old times.
 *
 * @throws Incomplete if the draft could not be read or published
 */
async function published(
  service: TenantClient,
  found: Found,
  args: JsonObject,
  { draft, sent, left = [], untimed = [] }: Expected,
): Promise<Found> {
  const { id } = found;
  let last = found.live;
  let unsure = untimed;
  const shown = () => ({ id, live: asDeclared(last, args) });
  const isDraft = own(args, "publish") === false;
  if (isDraft && untimed.length === 0) return shown();
  try {
    const { live, body } = await rest.get(service, id, args);
    last = live;
    unsure = [];
    if (isDraft) return shown();
    const foreign = differencesOf(withoutTimes(draft, sent), withoutTimes(draftOf(live), sent));
    if (foreign.length > 0) throw changedMeanwhile({ label: label(args), verb: "publish" }, foreign);
    if (own(body, "all_changes_published") === true) return shown();
    const version = await publish(service, id, args).catch((error: unknown) => {
      if (error instanceof TenantError && error.outcome === "unknown") unsure = [publishPointer];
      throw error;
    });
    last = { ...live, ...outputsOf(version), publish: true };
    return shown();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Incomplete(shown(), [...unsure, ...left], error);
  }
}

/** A draft without the times of the secrets that this run has sent: the response to an update has their old times. */
function withoutTimes(draft: Draft, sent: readonly string[]): Draft {
  const isSentSecret = (name: string) => name.startsWith("secrets.") && sent.includes("secrets");
  return new Map([...draft].map(([name, value]) => [name, isSentSecret(name) ? "" : value] as const));
}

/** Publishes the draft, and returns the new version. */
async function publish(service: TenantClient, id: string, args: JsonObject): Promise<Json | undefined> {
  const call = {
    method: "POST",
    path: [...route, id, "versions"],
    subject: label(args),
    action: "publish",
    continues: true,
  } as const;
  try {
    const { body } = await service.request<Json>(call);
    return body;
  } catch (error) {
    if (!(error instanceof TenantError) || error.status !== 412) throw error;
    throw new UserError(
      `${error.summary} Actions use every one of the module's versions, of which the service keeps 50. Let actions use a later version, and deploy them.`,
      { cause: error },
    );
  }
}

/** The refusal of a deletion, with the actions that use the module, if the token can read them. */
async function stillUsed(
  service: TenantClient,
  id: string,
  outputs: JsonObject,
  error: TenantError,
): Promise<UserError> {
  const names = await usersOf(service, id, outputs).catch(() => []);
  const who =
    names.length > 0 ? `these actions use the module: ${sanitize(names.join(", "), 500)}` : "an action uses the module";
  return new UserError(
    `${error.summary} At the tenant, ${who}. First remove the module from the \`modules\` of its actions and deploy them, or in the dashboard if no ` +
      "program declares them.",
    { cause: error },
  );
}

/** The names of the actions that use a module. */
async function usersOf(service: TenantClient, id: string, outputs: JsonObject): Promise<readonly string[]> {
  const asked = { path: [...route, id, "actions"], collection: "actions", subject: label(outputs) };
  const names: string[] = [];
  for await (const action of listed<JsonObject>(service, "untold", asked)) {
    names.push(JSON.stringify(own(action, "action_name") ?? own(action, "action_id")));
  }
  return names;
}

/** Normalizes a module for comparison: `publish` defaults to true. */
function normalized(args: JsonObject): JsonObject {
  return { ...normalizedDraft(args), publish: own(args, "publish") ?? true };
}

/** Properties that a response does not contain directly: whether the draft is published, and the latest version. */
function subresources(body: JsonObject): JsonObject {
  return { publish: own(body, "all_changes_published") === true, ...outputsOf(own(body, "latest_version")) };
}

function outputsOf(version: Json | undefined): JsonObject {
  const [id, number] = [own(version, "id"), own(version, "version_number")];
  return {
    versionId: typeof id === "string" ? id : "",
    versionNumber: typeof number === "number" ? number : 0,
  };
}

/** A module as its declaration expects it: with a declared `publish: false`, a published module counts as equal. */
function asDeclared(live: JsonObject, known: JsonObject): JsonObject {
  return own(known, "publish") === false ? { ...live, publish: false } : live;
}
