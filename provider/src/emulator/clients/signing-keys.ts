import type { Tenant } from "../shared/room.ts";
import { type SelfSigned, selfSigned } from "../shared/self-signed.ts";
import type { WireObject } from "../shared/store.ts";
import type { Clients } from "./clients.ts";

/** The certificate with which all clients of this process sign: made when the first of them is asked for. */
let made: SelfSigned | undefined;

/** What clients sign with, as answers show it. */
export type SigningKeys = ReturnType<typeof signingKeysOf>;

/** What clients sign with. Only those that were created here have such keys; those of a seed have what it says. */
export function signingKeysOf(clients: Clients, { origin, now }: Tenant) {
  const own = new Set<string>();
  const subject = `/CN=${new URL(origin).hostname}`;
  clients.changed.listen(({ what, object }) => {
    if (what === "created" && object.callback_url_template === false) own.add(String(object.client_id));
  });
  const keysFor = ({ client_id, signing_keys }: WireObject) => {
    if (!own.has(String(client_id)) || signing_keys !== undefined) return undefined;
    made ??= selfSigned("clients", now());
    return made;
  };
  return {
    with(client: WireObject): WireObject {
      const keys = keysFor(client);
      if (!keys) return client;
      return { ...client, signing_keys: [{ cert: keys.cert, pkcs7: keys.pkcs7, subject: "deprecated" }] };
    },
    /** As the answer to a creation has it. */
    withPrivate(client: WireObject): WireObject {
      const keys = keysFor(client);
      return { ...client, encrypted: true, ...(keys && { signing_keys: [{ ...keys, subject }] }) };
    },
  };
}
