import { byProgram, inRun, payload, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const logStreamRefusals: readonly Refusal[] = [
  byProgram(
    "logStream",
    "a stream without a name",
    { type: "http", sink: { httpEndpoint: "https://a.example.com" } },
    payload("Missing required property: name", "name"),
    /^name: is required/,
  ),
  byProgram(
    "logStream",
    "http without an endpoint",
    { name: "a", type: "http", sink: { httpContentType: "application/json" } },
    payload("Missing required property: httpEndpoint", "sink.httpEndpoint"),
    /httpEndpoint: is required/,
  ),
  inRun(
    "a log stream that is gone",
    ["GET", "/log-streams/lst_0000000000000000"],
    [404, "The log stream does not exist."],
  ),
];
