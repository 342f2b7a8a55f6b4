import { listed, type Service, sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { soleNamesake } from "../../lifecycle/program/namesakes.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import { type Found, Incomplete, type ResourceType, type UpdateRequest } from "../../lifecycle/resource-type.ts";
import { equal, isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { fromWire } from "../../state/wire.ts";
import { action, installed } from "./definition.ts";
import { deployed, NotDeployed, problemsOfTrigger } from "./deploy.ts";
import { type Draft, draftAfter, draftOf, normalizedDraft, packageOf, refuseOthersDraft } from "./draft.ts";
import { bodyOfCreation, bodyOfUpdate, type CodeType, secretsLostWith } from "./secrets.ts";

const deployPointer = "/deploy";

const rest = restOf(action, { normalize: normalized, subresources });
const { schema } = rest;
const { label } = rest.type;
const { secrets: _, ...bodyFields } = rest.bodyFields;
const codeType: CodeType = { schema, bodyFields, inForce: "deploy", label };

/** Actions: `POST /actions/actions`, `GET|PATCH|DELETE /actions/actions/{id}`, `POST /actions/actions/{id}/deploy`. */
export const actionType: ResourceType = {
  ...rest.type,
  rules: (args) => {
    const triggers = own(args, "supportedTriggers");
    if (!Array.isArray(triggers)) return [];
    return triggers.flatMap((one: Json, at) => problemsOfTrigger(own(one, "id"), ["supportedTriggers", at, "id"]));
  },

  untouchable: (live) => (own(live, "installedIntegrationId") === undefined ? undefined : installed),

  lostWith: secretsLostWith,

  async create(service, args, _reads, known) {
    const found = await rest.post(service, args, bodyOfCreation(codeType, args, known));
    return deploy(service, found, args, draftOf(found.live));
  },

  namesakes: (service, args) => namesakesOf(service, args),

  async find(service, args) {
    // No response contains the registries of dependencies. So an adoption cannot compare them, and always sends the declared dependencies.
    const { dependencies: _, ...others } = args;
    return soleNamesake(await namesakesOf(service, args, others), label(args), action.plural);
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
      throw error instanceof TenantError && error.status === 409 ? stillUsed(error, outputs) : error;
    }
  },
};

/**
 * All actions with the declared name. The API's filter can also match a part of a name, so the names are compared here.
 *
 * @param known the declared values that the responses lack, see {@link asDeclared}
 */
async function namesakesOf(service: Service, args: JsonObject, known = args): Promise<readonly Found[]> {
  const { paging } = action.listing;
  const path = action.route.split("/");
  const asked = { path, query: { actionName: String(own(args, "name")) }, collection: "actions", subject: label(args) };
  const found: Found[] = [];
  for await (const body of listed<JsonObject>(service, paging, { ...asked, isPassing: true })) {
    if (!equal(own(body, "name"), own(args, "name"))) continue;
    const { id, live } = rest.foundIn(body, args);
    found.push({ id, live: asDeclared(live, known) });
  }
  return found;
}

async function update(service: TenantClient, change: UpdateRequest): Promise<Found> {
  const { id, plan, inputs } = change;
  const { live, body: before } = await rest.getForUpdate(service, change);
  const body = bodyOfUpdate(codeType, change, live);
  // The service rebuilds a failed action only after a change. Sending the same code counts as a change.
  const isStuck = own(before, "status") === "failed" && own(inputs, "deploy") !== false;
  if (isStuck) body.code ??= own(inputs, "code") ?? "";
  const isAllDeployed = own(before, "all_changes_deployed") === true;
  if (own(inputs, "deploy") !== false && !isAllDeployed) {
    const version = own(before, "deployed_version");
    const deployed = isObject(version) ? inDraft(version) : undefined;
    refuseOthersDraft(change, live, deployed, propertiesOf(body), { label: label(inputs), schema, verb: "deploy" });
  }
  const isChanged = Object.keys(body).length > 0;
  const found = isChanged ? await rest.patch(service, id, body, inputs, { continues: true }) : { id, live };
  // A property that this update clears in the draft stays deployed until the deployment. If the deployment fails, its path is recorded as unsure.
  const left = plan.removed.filter(({ clear }) => clear.how !== "release").map(({ pointer }) => pointer);
  const sent = propertiesOf(body);
  // The PATCH response also contains edits that other clients made after the read, so only sent properties are taken from it.
  const draft = draftAfter(draftOf(live), draftOf(found.live), sent);
  return deploy(service, found, inputs, draft, left);
}

/** Converts a deployed version to the form of a draft: under the program's names, and normalized. */
function inDraft(version: JsonObject): JsonObject {
  return normalized(fromWire(rest.bodyFields, version));
}

/** The argument names that differ from the API's names, by API name. */
const argumentOf: Readonly<Record<string, string>> = { supported_triggers: "supportedTriggers" };

/** The argument names of the properties in a request body. */
function propertiesOf(body: JsonObject): readonly string[] {
  return Object.keys(body).map((name) => argumentOf[name] ?? name);
}

/**
 * Deploys an action unless the program sets `deploy: false`. Returns the action as it was last read or written.
 *
 * @param draft the expected draft: as this run has read or written it. If the tenant's draft differs, it is not deployed
 * @param left paths (JSON pointers) of the properties that the run has cleared in the draft. If the deployment fails, they become unsure
 * @throws Incomplete if the action could not be deployed
 */
async function deploy(
  service: TenantClient,
  found: Found,
  args: JsonObject,
  draft: Draft,
  left: readonly string[] = [],
): Promise<Found> {
  const { id } = found;
  const written = own(found.live, "secrets");
  let last = found.live;
  const shown = () => {
    // The API returns only the time of a secret's last write. The result contains the times from before the deployment, so that the next refresh
    // detects secrets that another client has written meanwhile.
    const { secrets: _, ...live } = asDeclared(last, args);
    return { id, live: { ...live, ...(written !== undefined && { secrets: written }) } };
  };
  if (own(args, "deploy") === false) return shown();
  const read = async () => {
    const { live, body } = await rest.get(service, id, args);
    last = live;
    return { body, draft: draftOf(live) };
  };
  try {
    await deployed(service, { id, label: label(args), draft, read });
    return shown();
  } catch (error) {
    if (!(error instanceof NotDeployed)) throw error;
    const cause = error.cause instanceof Error ? error.cause : error;
    throw new Incomplete(shown(), [...(error.isUnsure ? [deployPointer] : []), ...left], cause);
  }
}

function stillUsed(error: TenantError, outputs: JsonObject): UserError {
  const triggers = own(outputs, "supportedTriggers");
  const trigger = Array.isArray(triggers) && isObject(triggers[0]) ? own(triggers[0], "id") : undefined;
  const which = typeof trigger === "string" && trigger !== unknownValue ? ` to the trigger "${sanitize(trigger)}"` : "";
  return new UserError(
    `${error.summary} The action is still bound${which}, or an object such as a token exchange profile still uses it. First remove the action ` +
      "from the TriggerActions or TokenExchangeProfile, or in the dashboard if no program declares the binding or object.",
    { cause: error },
  );
}

/** Normalizes an action for comparison: `deploy` defaults to true. */
function normalized(args: JsonObject): JsonObject {
  return { ...normalizedDraft(args), deploy: own(args, "deploy") ?? true };
}

/**
 * Properties that a response does not contain directly: whether the draft is deployed and its build has not failed (`deploy`), the id of the
 * deployed version, and the id of the installation if the action comes from the marketplace.
 */
function subresources(body: JsonObject): JsonObject {
  const version = own(own(body, "deployed_version"), "id");
  const integration = own(body, "installed_integration_id") ?? own(own(body, "integration"), "id");
  return {
    deploy: own(body, "all_changes_deployed") === true && own(body, "status") !== "failed",
    ...(typeof version === "string" && { deployedVersionId: version }),
    ...(integration !== undefined && integration !== null && { installedIntegrationId: integration }),
  };
}

/**
 * Adapts an action at the tenant to its declaration, so that differences which are not drift disappear. After a build, responses lack the registries
 * of dependencies, so the declared registries are filled in. With a declared `deploy: false`, a deployed action counts as equal.
 *
 * @param known the declared or last known values
 */
function asDeclared(live: JsonObject, known: JsonObject): JsonObject {
  const [now, before] = [own(live, "dependencies"), own(known, "dependencies")];
  const registries = new Map(
    (Array.isArray(before) ? before : []).map((one: Json) => [packageOf(one), own(one, "registryUrl")] as const),
  );
  const withRegistry = (one: Json): Json => {
    const url = registries.get(packageOf(one));
    return isObject(one) && url !== undefined ? { ...one, registryUrl: url } : one;
  };
  return {
    ...live,
    ...(Array.isArray(now) && { dependencies: now.map(withRegistry) }),
    ...(own(known, "deploy") === false && { deploy: false }),
  };
}
