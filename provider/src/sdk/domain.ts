import * as pulumi from "@pulumi/pulumi";
import { explicitKey, findAddress, searchIn } from "../client/configuration.ts";
import { providerIn, reader } from "./provider.ts";

/**
 * The host name of the tenant, such as `example.eu.auth0.com`: the tenant of resources that are declared with the same `provider` or `parent` or,
 * without these options, of resources without an explicit provider. Use it in scripts, URLs and metadata, so that one program fits several tenants.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * new tenant.Client("shop", { name: "Shop", initiateLoginUri: pulumi.interpolate`https://${tenant.domain()}/start` });
 * ```
 *
 * The settings and their order are those of resources: `TENANT_DOMAIN` and `tenant:domain` have to agree, and an explicit provider has its own
 * `domain`. If that domain is a custom domain, so is the result. A port is included if the domain has one. In a preview, the result is unknown only
 * if the provider's domain is. No request is sent.
 *
 * **Unit tests**: the function reads the same settings with Pulumi's testing mocks. Set `TENANT_DOMAIN`, or `tenant:domain` by
 * `pulumi.runtime.setAllConfig`.
 *
 * @throws RunError if the domain is missing or unusable
 */
export function domain(opts: pulumi.InvokeOptions = {}): pulumi.Output<string> {
  const provider = providerIn("domain", opts);
  if (provider === undefined) return pulumi.output(hostIn(reader(undefined)));
  const { configuration } = provider;
  return pulumi
    .output(configuration.domain)
    .apply((known) => hostIn((key) => (key === "domain" ? known : explicitOnly(key))));
}

function explicitOnly(key: string): string | undefined {
  return key === explicitKey ? "true" : undefined;
}

function hostIn(config: (key: string) => string | undefined): string {
  const problems: string[] = [];
  const explicit = config(explicitKey) === "true" ? "the explicit Provider" : undefined;
  const address = findAddress(searchIn({ config, env: explicit ? {} : process.env, explicit, problems }));
  if (address === undefined || problems.length > 0) throw new pulumi.RunError(`domain: ${problems.join(" ")}`);
  return address.host;
}
