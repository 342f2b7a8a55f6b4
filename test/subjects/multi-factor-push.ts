import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { sequencesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const hidden = "s3cr3t-of-a-push-service";
const secrets = ["push-secret-1", "push-secret-2"];
const values = {
  selectedProvider: fc.constantFrom("guardian", "sns", "direct"),
  apns: fc.record({
    sandbox: fc.boolean(),
    bundleId: fc.constantFrom("com.example.one", "com.example.two"),
    p12: fc.constantFrom(...secrets),
  }),
  fcmv1: fc.record({ serverCredentials: fc.constantFrom(...secrets) }),
  sns: fc.record({
    awsAccessKeyId: fc.constantFrom("access-1", "access-2"),
    awsRegion: fc.constantFrom("eu-west-1", "us-east-1"),
    awsSecretAccessKey: fc.constantFrom(...secrets),
  }),
};
const some = fc.record(values, { requiredKeys: [] });
const edits = fc.record({ selectedProvider: values.selectedProvider });

const one = { selectedProvider: "direct", fcmv1: { serverCredentials: "push-secret-1" } };
const other = { selectedProvider: "sns", fcmv1: { serverCredentials: "push-secret-2" } };
const below = (...rest: string[]) => ["guardian", "factors", "push-notification", ...rest];
const apns = { sandbox: true, bundleId: "com.example.one", p12: "push-secret-1" };
const sns = { awsAccessKeyId: "access-1", awsRegion: "eu-west-1", awsSecretAccessKey: "push-secret-1" };
/** With `resetOnDestroy`, a destroy finds nothing that it could reset, and reads only. */
const scopes = scopesOf("guardian_factors", one, other).map((row) =>
  row.operation.includes("reset") ? { ...row, scopes: row.scopes.slice(0, 1) } : row,
);

export const multiFactorPush: Subject<"multiFactorPush"> = {
  ...settingOf("multiFactorPush"),
  isEmpty: () => true,
  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/selectedProvider", "/apns", "/fcmv1", "/sns"],
      why: "The service has no request that clears the settings of a provider.",
      documented: "The settings of providers cannot be cleared",
      examples: [
        [{ program: { selectedProvider: "sns" } }, { program: {} }],
        [{ program: { apns } }, { program: {} }],
        [{ program: { fcmv1: { serverCredentials: "push-secret-1" } } }, { program: {} }],
        [{ program: { sns } }, { program: {} }],
      ],
    },
  ],
  laws: [{ root: {}, steps: sequencesOf({ program: some, edit: edits, unseen: fc.constant(false) }), share: 0.2 }],
  writes: 4,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: edits }],
  scopes,
  hostile: {
    ...readOnly("multiFactorPush"),
    targets: /^\/api\/v2\/guardian\/factors\/push-notification\//,
    asked: (id) => (id === "multi-factor-push" ? below("providers", "apns") : undefined),
    askedToo: [below("providers", "sns"), below("selected-provider")],
    versions: (_, n) => [
      { apns: { bundleId: `com.example.a${n}`, sandbox: false, p12: hidden } },
      { apns: { bundleId: `com.example.b${n}`, sandbox: false, p12: hidden } },
    ],
    secrets: [hidden],
    misshapen: [{ path: /apns/, body: "[]" }],
    programs: (text) =>
      text.map((bundleId) => ({
        args: { apns: { bundleId, p12: "push-secret-1" } },
        mayAsk: [below("providers", "apns")],
      })),
  },
  bench: [one, other],
};
