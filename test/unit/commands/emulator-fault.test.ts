import { InvalidArgumentError } from "commander";
import { describe, expect, test } from "vitest";
import { parseFault } from "../../../provider/src/commands/emulator-fault.ts";
import { faultKinds } from "../../../provider/src/emulator/index.ts";

const connections = "/api/v2/connections";

test.each(faultKinds)("--fault accepts the kind %s", (kind) => {
  const delay = kind === "slow" ? ":delay=1" : "";
  expect(parseFault(`${kind}:GET:/connections${delay}`)).toMatchObject({ kind, method: "GET", path: connections });
});

test.each([
  ["503", { kind: "status", status: 503 }],
  ["503:POST:/connections:after=14:times=2", { method: "POST", path: connections, skip: 14, times: 2 }],
  ["hang:patch", { kind: "hang", method: "PATCH" }],
  ["status-after:/connections:status=504:times=always", { path: connections, status: 504, times: Infinity }],
  ["500:delay=600000:after=0", { status: 500, delayMs: 600_000, skip: 0 }],
  ["429:/oauth/token", { path: "/oauth/token" }],
  ["503:/api/v2/connections", { path: connections }],
  [
    "503:/resource-servers/https:%2F%2Fa.example.com:times=3",
    { path: "/api/v2/resource-servers/https:%2F%2Fa.example.com" },
  ],
])("--fault accepts %s", (text, expected) => {
  expect(parseFault(text)).toMatchObject(expected);
});

test("--fault without options has no options", () => {
  expect(parseFault("empty")).toStrictEqual({ kind: "empty" });
});

describe("--fault refuses, with the error and the allowed values:", () => {
  const methods = "one of the methods GET, POST, PATCH, PUT, DELETE, a path that begins with /, or an option";
  const path = "a path without a query that begins with /, such as /connections";
  const options = "one of the options after=, times=, delay=, status=";
  test.each([
    ["", "A part between two colons, or before or after one, is empty."],
    ["503::/connections", "A part between two colons, or before or after one, is empty."],
    ["503:/connections:", "A part between two colons, or before or after one, is empty."],
    ["99", `"99" is wrong: expected a status from 200 to 599, or one of ${faultKinds.join(", ")}.`],
    ["600", `"600" is wrong: expected a status from 200 to 599, or one of ${faultKinds.join(", ")}.`],
    ["503:HEAD", `"HEAD" is wrong: expected ${methods}.`],
    ["503:connections", `"connections" is wrong: expected ${methods}.`],
    ["503:POST:connections", `"connections" is wrong: expected ${path}.`],
    ["503:/connections?name=a", `"/connections?name=a" is wrong: expected ${path}.`],
    ["503:times=2:/connections", `"/connections" is wrong: expected ${options}.`],
    ["503:time=2", `"time=2" is wrong: expected ${options}.`],
    ["503:constructor=2", `"constructor=2" is wrong: expected ${options}.`],
    ["503:times=0", '"times=0" is wrong: expected a whole number from 1 to 999999999, or always after times=.'],
    ["503:after=-1", '"after=-1" is wrong: expected a whole number from 0 to 999999999 after after=.'],
    ["slow:delay=1.5", '"delay=1.5" is wrong: expected a whole number from 0 to 600000 after delay=.'],
    ["status:status=700", '"status=700" is wrong: expected a whole number from 200 to 599 after status=.'],
    ["503:times=1:times=2", "An option is given twice."],
    ["hang:status=500", "The fault hang has no status. Only status and status-after have one."],
    ["503:status=500", "An option is given twice."],
    ["slow", "The fault slow needs a delay in milliseconds, such as slow:delay=5000."],
  ])("%j", (text, message) => {
    expect(() => parseFault(text)).toThrow(new InvalidArgumentError(message));
  });
});
