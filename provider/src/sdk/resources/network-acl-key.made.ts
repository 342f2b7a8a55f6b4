// Made of `types/network-acl/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { networkAclKey } from "../../types/network-acl/definition.ts";
import { TenantResource } from "../base.ts";

/**
 * The arguments of a {@link NetworkAclKey}.
 *
 * Only declared properties are managed. A change of any argument replaces the key.
 */
export interface NetworkAclKeyArgs {
  /** The name: 1 to 255 characters, unique within the tenant. A change replaces the key. */
  name: pulumi.Input<string>;
  /**
   * The key for HMAC-SHA256: 32 to 512 random bytes in base64, required for a new key. Secret and write-only: the state contains a keyed hash in its
   * place. A change replaces the key. A program without it manages a key that exists, such as an imported one, and leaves its value alone.
   */
  value?: pulumi.Input<string | undefined>;
  /** Whether an existing key with this `name` is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A key with which the service verifies the signatures of HTTP messages (RFC 9421) for network ACLs. Early access: a tenant without it refuses the
 * resource.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const key = new tenant.NetworkAclKey("gateway", {
 *   name: "gateway-2031",
 *   value: config.requireSecret("gatewayKey"),
 * });
 * const unsigned = new tenant.NetworkAcl("unsigned", {
 *   description: "Block logins around the gateway",
 *   active: true,
 *   priority: 20,
 *   rule: {
 *     action: "block",
 *     scope: "authentication",
 *     notMatch: { httpMessageSignature: { keys: [key.id] } },
 *   },
 * });
 * export const unsignedId = unsigned.id;
 * ```
 *
 * The client that signs its requests needs the same key. A network ACL refers to the key by its id: `rule.match.httpMessageSignature.keys`.
 *
 * **Replacement**: the service cannot change a key, so a change of `name` or `value` replaces it. The service refuses the deletion of a key to which a
 * network ACL refers, and two keys with one name. So change `name` together with `value`: the new key is created first, then the network ACLs are
 * updated, then the old key is deleted. From then on, requests with a signature of the old key no longer match.
 *
 * **Rotation** without a gap: declare a second key, add its id to the network ACLs, give its value to the client, then remove the first key.
 *
 * **Adoption** only of a key with the declared value: the service returns the SHA-256 hash of each key, with which the run compares the value. The run
 * does the same when you add the value to an imported program, because an import cannot read it.
 *
 * A tenant can have 10 keys.
 *
 * **Events**: the service sends no events about keys. Only a refresh finds a key that was deleted outside Pulumi.
 *
 * Routes: `GET|POST /keys/network-acls`, `GET|DELETE /keys/network-acls/{id}`; to find a key by its `name`,
 * `GET /keys/network-acls`.
 * Scopes: `create|read|delete:network_acl_keys`.
 */
export class NetworkAclKey extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(networkAclKey.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly value: pulumi.Output<string | undefined>;
  /** The SHA-256 hash of the key's bytes, in hexadecimal digits. */
  declare readonly fingerprint: pulumi.Output<string>;

  /**
   * Manages a network ACL key.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a name that is in use is an
   * error.
   */
  constructor(name: string, args: NetworkAclKeyArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(networkAclKey, name, args, opts);
  }
}
