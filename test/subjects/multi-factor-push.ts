import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";
import { secret } from "./switches.ts";

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
  customApp: fc
    .constantFrom("one", "two")
    .map((name) => ({ appName: name, googleAppLink: `https://apps.example.com/${name}` })),
};
const some = fc.record(values, { requiredKeys: [] });
const edits = fc.record({ selectedProvider: values.selectedProvider });

const customApp = { appName: "one", googleAppLink: "https://apps.example.com/one" };
const one = { selectedProvider: "direct", fcmv1: { serverCredentials: "push-secret-1" }, customApp };
const other = {
  ...{ selectedProvider: "sns", fcmv1: { serverCredentials: "push-secret-2" } },
  customApp: { ...customApp, appName: "two" },
};
const below = (...rest: string[]) => ["guardian", "factors", "push-notification", ...rest];
const apns = { sandbox: true, bundleId: "com.example.one", p12: "push-secret-1" };
const sns = { awsAccessKeyId: "access-1", awsRegion: "eu-west-1", awsSecretAccessKey: "push-secret-1" };
/** With `resetOnDestroy`, a destroy finds nothing that it could reset, and reads only. */
const [ofFactors, ofPrompts] = [scopesOf("guardian_factors", one, other), scopesOf("prompts", one, other)];
const scopes = ofFactors.map((row, index) => {
  const all = [...row.scopes, ...(ofPrompts[index]?.scopes ?? [])];
  return { ...row, scopes: row.operation.includes("reset") ? all.filter((scope) => scope.startsWith("read:")) : all };
});

export const multiFactorPush: Subject<"multiFactorPush"> = {
  ...settingOf("multiFactorPush"),
  isEmpty: () => true,
  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/selectedProvider", "/apns", "/fcmv1", "/sns", "/customApp"],
      why: "The service has no request that clears the settings of a provider or of an app.",
      documented: "The settings of providers and of your own app cannot be cleared",
      examples: [
        [{ program: { selectedProvider: "sns" } }, { program: {} }],
        [{ program: { apns } }, { program: {} }],
        [{ program: { fcmv1: { serverCredentials: "push-secret-1" } } }, { program: {} }],
        [{ program: { sns } }, { program: {} }],
        [{ program: { customApp } }, { program: {} }],
      ],
    },
  ],
  laws: [casesOf(some, edits, 0.2)],
  writes: 5,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: edits }],
  scopes,
  hostile: {
    ...readOnly("multiFactorPush"),
    targets: /^\/api\/v2\/(guardian\/factors\/push-notification\/|prompts\/mfa-push)/,
    asked: (id) => (id === "multi-factor-push" ? below("providers", "apns") : undefined),
    askedToo: [below("providers", "sns"), below("selected-provider"), ["prompts", "mfa-push"]],
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
  noReferences: {
    "/apns/bundleId": "an id of the maker of the phone",
    "/sns/awsAccessKeyId": "an id of another service",
  },
  switches: [
    {
      at: ["selectedProvider"],
      on: "sns",
      off: { selectedProvider: "guardian" },
      offValue: "guardian",
      dropped: [
        [
          { sns: { awsAccessKeyId: "ours", awsSecretAccessKey: secret, awsRegion: "eu-west-1" } },
          "sns",
          { awsAccessKeyId: "foreign", awsSecretAccessKey: secret, awsRegion: "eu-west-3" },
        ],
      ],
      foreign: [
        [
          "sns",
          { awsAccessKeyId: "foreign", awsSecretAccessKey: secret, awsRegion: "eu-west-1" },
          "sns.awsAccessKeyId",
        ],
      ],
      declared: [],
    },
    {
      at: ["selectedProvider"],
      on: "direct",
      off: { selectedProvider: "guardian" },
      offValue: "guardian",
      foreign: [["apns", { sandbox: true, bundleId: "com.example.evil", p12: secret }, "apns.bundleId"]],
      declared: [],
    },
  ],
  namesElsewhere: ["factors"],
};
