import type { WireObject } from "../shared/store.ts";
import { thumbprintOf } from "../shared/thumbprint.ts";

/** The encryption as it is answered: the thumbprint of its RSA key (RFC 7638) stands for the key. */
export function withThumbprint(encryption: WireObject): WireObject {
  const { pem, ...key } = encryption.encryption_key as WireObject;
  if (typeof pem !== "string") return encryption;
  return { ...encryption, encryption_key: { ...key, thumbprint_sha256: thumbprintOf(pem) } };
}
