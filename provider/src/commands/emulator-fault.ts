import { InvalidArgumentError } from "commander";
import { type Fault, type FaultKind, faultKinds } from "../emulator/index.ts";

/** The HTTP methods of the API. */
const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/** The types of failures that have a status. A status alone stands for the first of them. */
const withStatus: readonly FaultKind[] = ["status", "status-after"];

/** An option of a fault, as `name=value`. */
interface FaultOption {
  /** The property of the fault. */
  readonly property: keyof Fault;
  /** The allowed values, in words. */
  readonly expected: string;
  /** The value for a text; NaN if the text is not allowed. */
  read(text: string): number;
}

/** A property of a fault, and its value. */
type Given = readonly [property: keyof Fault, value: number];

function whole(min: number, max: number): Pick<FaultOption, "expected" | "read"> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    read: (text) => {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return number >= min && number <= max ? number : Number.NaN;
    },
  };
}

const times = whole(1, 999_999_999);
const options: Readonly<Record<string, FaultOption>> = {
  after: { property: "skip", ...whole(0, 999_999_999) },
  times: {
    property: "times",
    expected: `${times.expected}, or always`,
    read: (text) => (text === "always" ? Number.POSITIVE_INFINITY : times.read(text)),
  },
  delay: { property: "delayMs", ...whole(0, 600_000) },
  status: { property: "status", ...whole(200, 599) },
};

/**
 * Parses a fault of the command line: `<kind or status>[:<method>][:<path>][:<option>=<value>…]`, such as `503:POST:/connections:after=14:times=2`.
 * The path is below `/api/v2`, unless it begins with `/api/` or `/oauth/`.
 *
 * @throws InvalidArgumentError whose message says which part is wrong, and what is allowed
 */
export function parseFault(text: string): Fault {
  const parts = text.split(":");
  if (parts.includes(""))
    throw new InvalidArgumentError("A part between two colons, or before or after one, is empty.");
  const [first = "", ...rest] = parts;
  const [kind, own] = kindOf(first);
  const method = rest[0] !== undefined && !/^\/|=/.test(rest[0]) ? methodOf(String(rest.shift())) : undefined;
  // A path can contain colons, so it ends where the options begin.
  const end = rest.findIndex((part) => /^[\w-]+=/.test(part));
  const path = rest.slice(0, end < 0 ? rest.length : end).join(":");
  const given = [...own, ...(end < 0 ? [] : rest.slice(end).map(optionOf))];
  if (path !== "" && !/^\/[^?]*$/.test(path))
    throw wrong(path, "a path without a query that begins with /, such as /connections");
  const repeated = given.find(([name], index) => given.findIndex(([other]) => other === name) < index);
  if (repeated) throw new InvalidArgumentError("An option is given twice.");
  const fault: Fault = {
    kind,
    ...(method !== undefined && { method }),
    ...(path !== "" && { path: /^\/(api|oauth)\//.test(path) ? path : `/api/v2${path}` }),
    ...Object.fromEntries(given),
  };
  if (fault.status !== undefined && !withStatus.includes(kind)) {
    throw new InvalidArgumentError(`The fault ${kind} has no status. Only ${withStatus.join(" and ")} have one.`);
  }
  if (kind === "slow" && fault.delayMs === undefined) {
    throw new InvalidArgumentError("The fault slow needs a delay in milliseconds, such as slow:delay=5000.");
  }
  return fault;
}

/** The kind, and the value that a status sets. */
function kindOf(text: string): readonly [FaultKind, readonly Given[]] {
  const kind = faultKinds.find((one) => one === text);
  if (kind) return [kind, []];
  const status = /^\d+$/.test(text) ? options.status?.read(text) : undefined;
  if (status === undefined || Number.isNaN(status)) {
    throw wrong(text, `a status from 200 to 599, or one of ${faultKinds.join(", ")}`);
  }
  return ["status", [["status", status]]];
}

function methodOf(text: string): string {
  const method = text.toUpperCase();
  if (methods.includes(method)) return method;
  throw wrong(text, `one of the methods ${methods.join(", ")}, a path that begins with /, or an option`);
}

function optionOf(text: string): Given {
  const [name = "", ...value] = text.split("=");
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option || value.length === 0) throw wrong(text, `one of the options ${Object.keys(options).join("=, ")}=`);
  const number = option.read(value.join("="));
  if (Number.isNaN(number)) throw wrong(text, `${option.expected} after ${name}=`);
  return [option.property, number];
}

function wrong(text: string, expected: string): InvalidArgumentError {
  return new InvalidArgumentError(`"${text}" is wrong: expected ${expected}.`);
}
