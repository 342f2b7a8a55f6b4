import type { Service, TenantClient } from "../../client/index.ts";
import { getObject } from "../../lifecycle/calls.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import { type Found, orIncomplete, type ResourceType, type UpdateRequest } from "../../lifecycle/resource-type.ts";
import { type JsonObject, own, toPointer } from "../../schema/json.ts";
import { sentPaths, touched } from "../../state/plan.ts";
import { declaredPaths } from "../../state/record.ts";
import { ShapeError } from "../../state/wire.ts";
import { selfServiceProfile, userAttributeProfile } from "./definition.ts";

/**
 * User attribute profiles: `POST /user-attribute-profiles`, `GET|PATCH|DELETE /user-attribute-profiles/{id}`. Each update sends the whole `userId`,
 * because the service fills up what a write lacks of it with defaults.
 */
export const userAttributeProfileType: ResourceType = restOf(userAttributeProfile, { sentAlways: ["user_id"] }).type;

const rest = restOf(selfServiceProfile);
const { label } = rest.type;
const introductionPointer = toPointer(["introduction"]);
/** The properties of which the service accepts only one. */
const attributes = ["userAttributes", "userAttributeProfileId"] as const;

/**
 * Self-service profiles: `POST /self-service-profiles`, `GET|PATCH|DELETE /self-service-profiles/{id}`,
 * `GET|PUT /self-service-profiles/{id}/custom-text/en/get-started`.
 */
export const selfServiceProfileType: ResourceType = {
  ...rest.type,

  rules: (args) =>
    attributes.every((name) => own(args, name) !== undefined)
      ? [{ path: ["userAttributes"], says: "cannot be declared together with userAttributeProfileId" }]
      : [],

  async create(service, args) {
    const found = await rest.type.create(service, args);
    const introduction = own(args, "introduction");
    return introduction === undefined ? found : withTexts(service, found, { introduction }, args);
  },

  async find(service, args) {
    const found = await rest.type.find(service, args);
    if (!found || own(args, "introduction") === undefined) return found;
    return { ...found, live: { ...found.live, ...(await introductionOf(service, found.id, args)) } };
  },

  async read(service, id, outputs) {
    const live = await rest.type.read(service, id, outputs);
    if (!live || !declaredPaths(outputs).includes(introductionPointer)) return live;
    return { ...live, ...(await introductionOf(service, id, outputs)) };
  },

  async update(service, change) {
    const { id, inputs, outputs, plan } = change;
    const known = own(outputs, "introduction");
    // The texts are read before the first write, so that a failed read leaves the profile unchanged.
    const texts = touched(plan).includes("introduction") ? await readTexts(service, id, inputs) : undefined;
    const seen = await updateProfile(service, change);
    if (!texts) return known === undefined ? seen : { ...seen, live: { ...seen.live, introduction: known } };
    const { introduction: before, ...others } = texts;
    const introduction = own(inputs, "introduction");
    const found = { ...seen, id, live: { ...seen.live, ...(before !== undefined && { introduction: before }) } };
    return withTexts(service, found, { ...others, ...(introduction !== undefined && { introduction }) }, inputs);
  },
};

/** Updates the profile without its texts. */
async function updateProfile(service: TenantClient, change: UpdateRequest): Promise<Omit<Found, "id">> {
  const { id, inputs, outputs, plan } = change;
  const names = touched(plan).filter((name) => name !== "introduction");
  if (names.length === 0) {
    return { live: outputs, unseen: Object.keys(rest.bodyFields) };
  }
  const [set, cleared] = own(inputs, "userAttributes") === undefined ? attributes.toReversed() : attributes;
  if (set === undefined || cleared === undefined || !plan.changed.some(({ path }) => path[0] === set)) {
    return rest.type.update(service, change);
  }
  const { live } = await rest.get(service, id, inputs);
  const other = own(live, cleared) ?? null;
  if (other === null || (Array.isArray(other) && other.length === 0)) return rest.type.update(service, change);
  // The service accepts only one of the two, so the other one is cleared by a request of its own.
  const wire = cleared === "userAttributes" ? "user_attributes" : "user_attribute_profile_id";
  const found = await rest.patch(service, id, { [wire]: null }, inputs, { continues: true });
  const others = { ...plan, removed: plan.removed.filter(({ path }) => path[0] !== cleared) };
  return orIncomplete(rest.type.update(service, { ...change, plan: others }), found, sentPaths(others));
}

/** The path of the texts on the first page, which have one language. */
function textsPath(id: string): readonly string[] {
  return [selfServiceProfile.route, id, "custom-text", "en", "get-started"];
}

function textsLabel(args: JsonObject): string {
  return `the texts of ${label(args)}`;
}

/** @throws ShapeError if the profile does not exist */
async function readTexts(service: Service, id: string, args: JsonObject): Promise<JsonObject> {
  const texts = await getObject(service, textsPath(id), textsLabel(args));
  if (texts) return texts;
  throw new ShapeError(`the tenant has ${label(args)}, but not its texts`);
}

async function introductionOf(service: Service, id: string, args: JsonObject): Promise<JsonObject> {
  const introduction = own(await readTexts(service, id, args), "introduction");
  return typeof introduction === "string" ? { introduction } : {};
}

/** Replaces the texts of a profile. @throws Incomplete if the request fails */
async function withTexts(service: TenantClient, found: Found, texts: JsonObject, args: JsonObject): Promise<Found> {
  const call = { method: "PUT", path: textsPath(found.id), subject: textsLabel(args), action: "update" } as const;
  await orIncomplete(service.request({ ...call, body: texts, continues: true }), found, [introductionPointer]);
  const { introduction: _, ...live } = found.live;
  return {
    ...found,
    live: {
      ...live,
      ...(own(texts, "introduction") !== undefined && { introduction: own(texts, "introduction") ?? null }),
    },
  };
}
