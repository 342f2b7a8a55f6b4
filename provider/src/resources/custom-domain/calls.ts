import { TenantError } from "../../client/index.ts";
import { customDomain } from "../../definitions/custom-domain.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { restOf } from "../../lifecycle/rest.ts";

const rest = restOf(customDomain);

/** Custom domains: `POST /custom-domains`, `GET|PATCH|DELETE /custom-domains/{id}`. */
export const customDomainType: ResourceType = {
  ...rest.type,
  async delete(service, id, outputs) {
    try {
      await rest.type.delete(service, id, outputs);
    } catch (error) {
      throw error instanceof TenantError && error.status === 409 ? stillDefault(error) : error;
    }
  },
};

function stillDefault(error: TenantError): UserError {
  return new UserError(
    `${error.summary} The service does not delete the tenant's default domain. Make another domain the default first, then delete this one.`,
    { cause: error },
  );
}
