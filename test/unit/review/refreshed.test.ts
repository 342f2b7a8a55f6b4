import { expect, test } from "vitest";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { afterRefresh } from "../../../provider/src/review/refreshed.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { type ResourceSketch, stepOf } from "../helpers/preview.ts";
import { stateOf } from "./plans.ts";

const api: ResourceSketch = { name: "orders", type: "ResourceServer", id: "api_1" };
const [identifier, name] = ["https://orders.example.com", "Orders"];
const declared = { identifier, name, signingAlg: "RS256" };
const edited = { identifier, name, signingAlg: "HS256" };

test("a preview with a refresh begins with the tenant's values: a run reverts an edit, and does not delete a missing object", () => {
  const gone: ResourceSketch = { name: "gone", type: "Role", id: "rol_1", was: { name: "Gone" } };
  const steps = [
    stepOf({ ...api, op: "refresh", was: declared, is: edited }),
    stepOf({ ...gone, op: "refresh" }),
    stepOf({ ...api, op: "update", was: edited, is: declared, diff: { signingAlg: "update" } }),
  ];
  const state = stateOf([{ ...api, was: declared }, gone]);
  const found = afterRefresh(parsePreview(JSON.stringify({ steps, diagnostics: [] })), state);
  expect(found.isRefreshed).toBe(true);
  expect(found.state.map(({ id }) => id)).toEqual(["api_1"]);
  const report = reviewReport(found.preview, found.state);
  expect(report.resources.map(({ action, name }) => `${action} ${name}`)).toEqual(["update orders"]);
  expect(report.baseline?.mends).toMatchObject([{ rule: "api-asymmetric-signing" }]);
});

test("a preview without a refresh and its state stay unchanged", () => {
  const preview = parsePreview(
    JSON.stringify({ steps: [stepOf({ ...api, op: "same", was: declared })], diagnostics: [] }),
  );
  const state = stateOf([
    { ...api, was: declared },
    { ...api, name: "other", was: declared },
  ]);
  expect(afterRefresh(preview, state)).toEqual({ preview, state, isRefreshed: false });
});
