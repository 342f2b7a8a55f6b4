import fc from "fast-check";
import { expect, test } from "vitest";
import type { Method } from "../../provider/src/types/client/definition.ts";
import type { Application, Credential, Entry } from "../../provider/src/types/client-authentication/entries.ts";
import { type Goal, nextStep, type Step } from "../../provider/src/types/client-authentication/reach-goal.ts";
import { cases } from "../harness/scale.ts";

/* The order in which credentials are made, put in use and removed, without any service: from whatever an application has. */

const now = Date.parse("2026-01-01T00:00:00Z");
const past = "2001-01-01T00:00:00Z";
const types = { private_key_jwt: "public_key", self_signed_tls_client_auth: "x509_cert" } as const;
type Tried = keyof typeof types;
const method = fc.constantFrom<Tried>("private_key_jwt", "self_signed_tls_client_auth");

/** What an application has: at most four credentials, of which it uses two at most for its method. */
const application = fc
  .record({
    method,
    keys: fc.uniqueArray(fc.nat(7), { maxLength: 4 }),
    used: fc.integer({ min: 0, max: 2 }),
    elsewhere: fc.boolean(),
    expired: fc.uniqueArray(fc.nat(7), { maxLength: 2 }),
    theirs: fc.uniqueArray(fc.nat(7), { maxLength: 2 }),
  })
  .map(({ method: now, keys, used, elsewhere, expired, theirs }) => {
    const all = keys.map(
      (key): Credential => ({
        id: `cred_${key}`,
        type: types[now],
        key: `key ${key}`,
        ...(expired.includes(key) && { expiresAt: past }),
      }),
    );
    const ids = all.map(({ id }) => id);
    const attached = ids.slice(0, used);
    const state: Application = {
      attached,
      ...(attached.length > 0 && { method: now as Method }),
      elsewhere: elsewhere ? ids.slice(-1) : [],
      all,
    };
    // What is in use is ours: an update refuses to go on otherwise.
    const ours = ids.filter((id) => attached.includes(id) || !theirs.some((key) => id === `cred_${key}`));
    return { state, ours: new Set(ours) };
  });
const goal = fc.record({ method, keys: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 2 }) });

/** The application after a call, as the service would have it. */
function after({ all, attached, ...rest }: Application, step: Step, made: string): Application {
  if (step.do === "make")
    return { ...rest, attached, all: [...all, { id: made, type: step.entry.type, key: step.entry.key }] };
  if (step.do === "attach") return { ...rest, all, method: step.method, attached: step.ids };
  if (step.do === "delete") return { ...rest, attached, all: all.filter(({ id }) => id !== step.id) };
  const changed = (one: Credential) => {
    const { expiresAt: _, ...others } = one;
    return one.id === step.id ? { ...others, ...(step.at !== null && { expiresAt: step.at }) } : one;
  };
  return { ...rest, attached, all: all.map(changed) };
}

test("every call respects the limits (2 per method, 4 in all), keeps a valid credential and spares other teams' credentials", () => {
  let done = 0;
  fc.assert(
    fc.property(application, goal, ({ state, ours }, { method: wanted, keys }) => {
      const entries = keys.map(
        (key): Entry => ({ declared: { pem: `pem ${key}` }, type: types[wanted], key: `key ${key}` }),
      );
      const mine: Goal = { id: "app", method: wanted, entries, ours };
      const isSound = ({ all, attached }: Application) =>
        all.some(
          ({ id, expiresAt }) => attached.includes(id) && (expiresAt === undefined || Date.parse(expiresAt) > now),
        );
      const wasSound = isSound(state);
      const foreign = state.all.filter(({ id }) => !ours.has(id)).map(({ id }) => id);
      let current = state;
      for (let calls = 0; ; calls++) {
        expect(calls).toBeLessThan(12);
        let step: Step | undefined;
        try {
          step = nextStep(current, mine, now);
        } catch (error) {
          // There is no room, or what is declared cannot be so: never for want of a way of its own.
          expect(String(error)).toMatch(/already has the maximum|have expired|neither can be changed/);
          break;
        }
        if (!step) {
          done++;
          const used = current.all.filter(({ id }) => current.attached.includes(id)).map(({ key }) => key);
          expect([current.method, used.toSorted()]).toEqual([wanted, entries.map(({ key }) => key).toSorted()]);
          const left = current.all.filter(({ id }) => ours.has(id) && !current.attached.includes(id));
          expect(left.filter(({ id }) => !current.elsewhere.includes(id))).toEqual([]);
          break;
        }
        current = after(current, step, `cred_new_${calls}`);
        expect(current.all.length).toBeLessThanOrEqual(4);
        expect(current.attached.length).toBeLessThanOrEqual(2);
        const ids = current.all.map(({ id }) => id);
        // Nothing that is in use was deleted, and nothing is in use that is not there.
        expect([...current.attached, ...current.elsewhere].filter((id) => !ids.includes(id))).toEqual([]);
        if (wasSound) expect(isSound(current)).toBe(true);
        expect(foreign.filter((id) => !ids.includes(id))).toEqual([]);
      }
    }),
    cases(5),
  );
  // Most of it leads to the goal.
  expect(done).toBeGreaterThan(cases(5).numRuns / 2);
});
