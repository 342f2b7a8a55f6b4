import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const hidden = "s3cr3t-of-duo";
const values = {
  ikey: fc.constantFrom("key-1", "key-2"),
  skey: fc.constantFrom("duo-secret-1", "duo-secret-2"),
  host: fc.constantFrom("api-1.duo.example.com", "api-2.duo.example.com"),
};
const some = fc.record(values, { requiredKeys: [] });

const one = { ikey: "key-1", skey: "duo-secret-1", host: "api-1.duo.example.com" };
const other = { ...one, skey: "duo-secret-2" };
const path = ["guardian", "factors", "duo", "settings"];
/** With `resetOnDestroy`, a destroy finds nothing that it could reset, and reads only. */
const scopes = scopesOf("guardian_factors", one, other).map((row) =>
  row.operation.includes("reset") ? { ...row, scopes: row.scopes.slice(0, 1) } : row,
);

export const multiFactorDuo: Subject<"multiFactorDuo"> = {
  ...settingOf("multiFactorDuo"),
  isEmpty: () => true,
  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/ikey", "/skey", "/host"],
      why: "The service has no request that clears the settings of Duo.",
      documented: "The settings of Duo cannot be cleared",
      examples: [
        [{ program: { ikey: "key-1" } }, { program: {} }],
        [{ program: { skey: "duo-secret-1" } }, { program: {} }],
        [{ program: { host: "api-1.duo.example.com" } }, { program: {} }],
      ],
    },
  ],
  laws: [casesOf(some, some, 0.2)],
  writes: 1,
  share: 0.3,
  // A program without the secret key may not change the host, because the tenant keeps the key.
  programs: () =>
    fc.constant(fc.record(values, { requiredKeys: ["skey"] }).map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: fc.record({ host: values.host }) }],
  scopes,
  hostile: {
    ...readOnly("multiFactorDuo"),
    targets: /^\/api\/v2\/guardian\/factors\/duo\/settings$/,
    asked: (id) => (id === "multi-factor-duo" ? path : undefined),
    versions: (_, n) => [
      { host: `a-${n}.duo.example.com`, skey: hidden },
      { host: `b-${n}.duo.example.com`, skey: hidden },
    ],
    secrets: [hidden],
    misshapen: [{ path: /duo/, body: "[]" }],
    programs: (text) => text.map((host) => ({ args: { host }, mayAsk: [path] })),
  },
  bench: [one, other],
  namesElsewhere: ["factors"],
};
