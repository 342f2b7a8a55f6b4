import fc from "fast-check";
import { identityIn, readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const identities = ["login-id", "login-password", "signup-id", "signup-password"].map((prompt) => ({
  prompt,
  screen: prompt,
}));
const mode = fc.constantFrom("standard", "advanced");
const script = (n: number) => ({ tag: "script", attributes: { src: `https://cdn.example.com/${n}.js`, defer: true } });
const names = ["screen.texts", "tenant.name", "user.user_metadata.plan"];
const values = {
  renderingMode: mode,
  contextConfiguration: fc.subarray(names),
  headTags: fc.subarray([script(1), script(2), { tag: "style", content: "p { margin: 0 }" }]),
  defaultHeadTagsDisabled: fc.boolean(),
  usePageTemplate: fc.boolean(),
  filters: fc.record(
    {
      matchType: fc.constantFrom("includes_any", "excludes_any"),
      clients: fc.subarray([{ id: "client-1" }, { metadata: { tier: "gold" } }]),
      organizations: fc.subarray([{ id: "org_1" }]),
    },
    { requiredKeys: ["matchType"] },
  ),
};
const some = fc.record(values, { requiredKeys: [] });
/** An empty list of a filter is no filter. */
const theirs = some.filter(({ filters }) => filters?.clients?.length !== 0 && filters?.organizations?.length !== 0);
const [first] = identities;

const one = { ...first, renderingMode: "advanced", headTags: [script(1)] };
const other = { ...one, headTags: [script(2)], contextConfiguration: ["screen.texts"] };

export const promptRendering: Subject<"promptRendering"> = {
  ...settingOf("promptRendering", { identities }),
  exceptions: [],
  laws: [casesOf(some, theirs, 0.2)],
  writes: 1,
  share: 0.3,
  programs: (slot) =>
    fc.constant(some.map((rest) => ({ ...identityIn("promptRendering", slot), ...rest, resetOnDestroy: true }))),
  edits: () => [
    { weight: 1, values: fc.record({ renderingMode: mode }) },
    { weight: 1, values: fc.record({ headTags: values.headTags }) },
  ],
  scopes: scopesOf("prompts", one, other),
  hostile: {
    ...readOnly("promptRendering"),
    versions: (_, n) => {
      const identity = identities[n % identities.length];
      return [
        { ...identity, headTags: [script(n)] },
        { ...identity, headTags: [script(n + 1)] },
      ];
    },
    misshapen: ["[]", '{"head_tags":"script"}'].map((body) => ({ path: /rendering/, body })),
    programs: (text) =>
      text.map((content) => ({
        args: { ...first, headTags: [{ tag: "style", content }] },
        mayAsk: [["prompts", "login-id", "screen", "login-id", "rendering"]],
      })),
  },
  bench: [one, other],
  harmless: {
    "the frame of a page whose scripts are marked":
      "contextConfiguration defaultHeadTagsDisabled usePageTemplate filters.*",
  },
  answeredOnly: ["prompt", "screen"],
  noReferences: {
    "/filters/clients": "objects of ids or metadata, under the service's own names",
    "/filters/organizations": "objects of ids or metadata, under the service's own names",
  },
  unlikeTable: [["PATCH *: only the definition has it", "They are in the path of the request."]],
  switches: [
    {
      at: ["renderingMode"],
      on: "advanced",
      off: { renderingMode: "standard", contextConfiguration: ["branding.settings"] },
      offValue: "standard",
      dropped: [
        [
          { headTags: [{ tag: "script", attributes: { src: "https://app.example.com/x.js" } }] },
          "headTags",
          [{ tag: "script", attributes: { src: "https://evil.example.com/x.js" } }],
        ],
      ],
      foreign: [
        ["headTags", [{ tag: "script", attributes: { src: "https://evil.example.com/x.js" } }], "headTags"],
        ["defaultHeadTagsDisabled", true, "defaultHeadTagsDisabled"],
      ],
      declared: [["contextConfiguration", ["user.user_metadata"]]],
    },
  ],
  elsewhere: [
    [
      "auth0_prompt_screen_renderer",
      "login_page",
      { id: "login-id:login-id", prompt_type: "login-id", screen_name: "login-id" },
    ],
    [
      "auth0_prompt_screen_renderers",
      "pages",
      { id: "prompt-renderings-bulk-1", renderings: [{ prompt: "login-id", screen: "login-id" }] },
    ],
  ],
  namesElsewhere: ["login_page"],
};
