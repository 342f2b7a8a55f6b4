import { createHash } from "node:crypto";
import { ServiceError, tooMany } from "../shared/errors.ts";
import { type Module, restModule, type Tenant } from "../shared/module.ts";
import type { Objects } from "../shared/objects.ts";
import { newPrefixedId, type WireObject } from "../shared/store.ts";
import { isObject, payloadError } from "../shared/validation.ts";

/** The maximum number of keys of a tenant. */
const maxKeys = 10;

/**
 * The keys for signatures of HTTP messages, by id or name: `/keys/network-acls`. The emulator verifies no signatures.
 *
 * @param acls all rules of network access control
 */
export function networkAclKeyModule({ time }: Tenant, acls: () => readonly WireObject[]): Module<Objects> {
  const keys: Module<Objects> = restModule(
    {
      path: "/keys/network-acls",
      key: "name",
      newId: () => newPrefixedId("key_", 22),
      // No exchange with these routes is recorded, so the texts of the errors are invented.
      missing: "The network ACL key does not exist.",
      taken: "A network ACL key with this name already exists.",
      time,
      settle(row) {
        const bytes = Buffer.from(String(row.value), "base64");
        if (bytes.length < 32 || bytes.length > 512) {
          throw payloadError({ why: "The key must have 32 to 512 bytes", path: "value" });
        }
        return { ...row, fingerprint: createHash("sha256").update(bytes).digest("hex") };
      },
      hidden: ["value"],
    },
    {
      without: ["update"],
      before({ param }, operation) {
        if (operation === "create" && keys.objects.all().length >= maxKeys) throw tooMany();
        if (operation === "delete" && acls().some(({ rule }) => refersTo(rule, param("id")))) {
          throw new ServiceError(409, "A network ACL refers to the key.");
        }
      },
      routes: {
        list: {
          handle: () => ({
            keys: keys.objects
              .listed()
              .map((row) => keys.objects.show(row))
              .toReversed(),
          }),
        },
      },
    },
  );
  return keys;
}

/** Whether a rule has the signal that a request has a signature of a key, or its opposite. */
function refersTo(rule: unknown, id: string): boolean {
  if (!isObject(rule)) return false;
  const signatures = [rule.match, rule.not_match].flatMap((signals) =>
    isObject(signals) && isObject(signals.http_message_signature) ? [signals.http_message_signature.keys] : [],
  );
  return signatures.flat().some((one) => isObject(one) && one.id === id);
}
