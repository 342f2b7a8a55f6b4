import { organization } from "../../definitions/organization.ts";
import { getObject } from "../../lifecycle/calls.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { restOf } from "../../lifecycle/rest.ts";
import { own } from "../../schema/json.ts";

const { type, foundIn } = restOf(organization);
const { listable, label } = type;
const byName = [organization.route, "name"];

/** Organizations: `POST /organizations`, `GET|PATCH|DELETE /organizations/{id}`, `GET /organizations/name/{name}`. */
export const organizationType: ResourceType = {
  ...type,
  listable: {
    ...listable,
    // Requests by name can be answered from listings like those by id, as names are unique.
    entryFor: ({ path }, known) => listable.entryFor({ path: path[1] === "name" ? path.toSpliced(1, 1) : path }, known),
  },

  async find(service, args) {
    const body = await getObject(service, [...byName, String(own(args, "name"))], label(args));
    return body && foundIn(body, args);
  },
};
