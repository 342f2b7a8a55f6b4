import type { TypeName } from "../../../provider/src/types/registry.ts";

/**
 * The outputs that the preview of an update does not know: the service gives them, and the update may change them. All other outputs are the
 * id, or what the program declares.
 */
export const unknownInPreviews: Readonly<Partial<Record<TypeName, readonly string[]>>> = {
  action: ["status", "allChangesDeployed", "deployedVersionId"],
  actionModule: ["versionId", "versionNumber"],
  client: ["clientSecret", "secretFingerprint", "signingKeys", "isGlobal", "externalMetadataType"],
  clientAuthentication: ["attachedCredentials", "methodBefore", "unfinished"],
  clientGrant: ["isSystem"],
  connection: ["provisioningTicketUrl"],
  connectionScim: ["endpoint"],
  connectionScimToken: ["token", "validUntil"],
  customDomain: ["status", "verificationMethods", "verification", "certificate", "originDomainName", "isDefault"],
  customDomainVerification: ["domain", "status", "verificationMethods", "cnameApiKey"],
  eventStream: ["awsPartnerEventSource"],
  networkAclKey: ["fingerprint"],
  organizationDiscoveryDomain: ["verificationHost", "verificationTxt"],
  resourceServer: ["isSystem", "clientId"],
  tokenExchangeProfile: ["createdAt", "updatedAt"],
  vaultConnection: ["accountName", "fingerprint", "ready"],
};
