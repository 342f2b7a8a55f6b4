/**
 * An identity tenant as code: what a Pulumi program imports. Nothing here loads an HTTP client or a validator; those
 * live in the provider process (`pulumi-tenant/host`).
 *
 * @packageDocumentation
 */
export {
  ResourceServer,
  type ResourceServerArgs,
  type ResourceServerAuthorizationDetail,
  type ResourceServerAuthorizationPolicy,
  type ResourceServerEncryptionKey,
  type ResourceServerProofOfPossession,
  type ResourceServerScope,
  type ResourceServerSubjectTypeAuthorization,
  type ResourceServerTokenEncryption,
} from "./resources/resource-server.ts";
