import * as pulumi from "@pulumi/pulumi";
import type { TenantClient } from "../client/index.ts";
import { UserError } from "../lifecycle/errors.ts";
import type { JsonObject } from "../schema/json.ts";
import { handlerOf } from "../schema/provider-code.ts";
import { identityOf } from "../schema/schema.ts";
import { compositeId } from "../state/references.ts";
import { dropSecrets } from "../state/secrets.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import type { Row, Values } from "./rows.ts";

/**
 * Reads settings as a refresh does, without secrets. Undefined if the tenant does not have them.
 *
 * @param type the class of the settings: `TenantSettings`
 * @param values the identity of the settings, if a tenant has several of the class
 * @throws TenantError, or RunError if the tenant does not offer the settings
 */
export async function readSetting(service: TenantClient, type: string, values: Values): Promise<Row | undefined> {
  const name = handlerOf(type) as TypeName;
  const { schema } = definitions[name];
  const identity = identityOf(schema);
  const id =
    typeof schema.singleton === "string" ? schema.singleton : compositeId(identity.map((at) => `${values[at]}`));
  const live = await resourceTypes[name].read(service, id, {}).catch((error: unknown): never => {
    throw error instanceof UserError ? new pulumi.RunError(error.message) : error;
  });
  return live && { id, ...(dropSecrets(schema.fields, live) satisfies JsonObject) };
}
