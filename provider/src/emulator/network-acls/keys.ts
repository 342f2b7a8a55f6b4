import { createHash } from "node:crypto";
import { ServiceError, tooMany } from "../shared/errors.ts";
import { type Module, restRoutes, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { omit, randomAlphanumerics, type WireObject } from "../shared/store.ts";
import { isObject, payloadError } from "../shared/validation.ts";

/** The maximum number of keys of a tenant. */
const maxKeys = 10;

/**
 * The keys for signatures of HTTP messages, by id or name: `/keys/network-acls`. The emulator verifies no signatures.
 *
 * @param acls all rules of network access control
 */
export function networkAclKeyModule({ now, cursors }: Tenant, acls: () => readonly WireObject[]): Module<Objects> {
  const keys: Objects = new Objects({
    path: "/keys/network-acls",
    key: "name",
    newId: () => `key_${randomAlphanumerics(22)}`,
    // No exchange with these routes is recorded, so the texts of the errors are invented.
    notFound: () => new ServiceError(404, "The network ACL key does not exist."),
    taken: () => new ServiceError(409, "A network ACL key with this name already exists."),
    settle(given, id) {
      const bytes = Buffer.from(String(given.value), "base64");
      if (bytes.length < 32 || bytes.length > 512) {
        throw payloadError({ why: "The key must have 32 to 512 bytes", path: "value" });
      }
      const at = new Date(now()).toISOString();
      const fingerprint = createHash("sha256").update(bytes).digest("hex");
      return { created_at: at, updated_at: at, ...given, fingerprint, id };
    },
    view: (row) => omit(row, ["value"]),
  });
  const routes = restRoutes(keys, cursors, {
    without: ["update"],
    before({ param }, operation) {
      if (operation === "create" && keys.listed().length >= maxKeys) {
        throw tooMany();
      }
      if (operation === "delete" && acls().some(({ rule }) => refersTo(rule, param("id")))) {
        throw new ServiceError(409, "A network ACL refers to the key.");
      }
    },
    routes: {
      list: {
        handle: () => ({
          keys: keys
            .listed()
            .map((row) => keys.show(row))
            .toReversed(),
        }),
      },
    },
  });
  return { objects: keys, routes };
}

/** Whether a rule has the signal that a request has a signature of a key, or its opposite. */
function refersTo(rule: unknown, id: string): boolean {
  if (!isObject(rule)) return false;
  const signatures = [rule.match, rule.not_match].flatMap((signals) =>
    isObject(signals) && isObject(signals.http_message_signature) ? [signals.http_message_signature.keys] : [],
  );
  return signatures.flat().some((one) => isObject(one) && one.id === id);
}
