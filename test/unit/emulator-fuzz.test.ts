import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError, startEmulator } from "../../provider/src/emulator/index.ts";

const keys = [
  "identifier",
  "name",
  "scopes",
  "signing_alg",
  "signing_secret",
  "token_lifetime",
  "token_lifetime_for_web",
  "token_encryption",
  "consent_policy",
  "authorization_details",
  "proof_of_possession",
  "subject_type_authorization",
  "authorization_policy",
];
const body = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...keys), fc.oneof(fc.jsonValue(), fc.integer(), fc.string())),
);

test("whatever is sent is applied as a whole or refused with a 400 or 409, and what is kept can be sown again", async () => {
  const emulator = await startEmulator();
  try {
    const servers = emulator.resourceServers;
    const { id } = servers.create({ identifier: "urn:target" });
    fc.assert(
      fc.property(body, fc.boolean(), (sent, create) => {
        const before = JSON.stringify(servers.list());
        const wire = sent as Record<string, unknown>;
        try {
          const answered = create ? servers.create(wire) : servers.update(String(id), wire);
          expect(servers.get(String(answered.id))).toEqual(answered);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          expect([400, 409]).toContain(error.status);
          expect(JSON.stringify(servers.list())).toBe(before);
        }
      }),
      { numRuns: 1000 },
    );
    const copy = await startEmulator({ seed: emulator.export() });
    expect(copy.export()).toEqual(emulator.export());
    await copy.close();
  } finally {
    await emulator.close();
  }
});
