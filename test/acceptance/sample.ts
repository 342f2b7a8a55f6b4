import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";

/** An object that a run creates because an argument of a sample refers to it. */
export interface Need {
  readonly type: TypeName;
  /** The property of the object whose value the argument contains. Default: the id. */
  readonly property?: string;
  /** Arguments of the object, in addition to those of its type's sample. */
  readonly with?: JsonObject;
}

/** A user that the run creates in a database connection. The user cannot log in, and is removed with the connection. */
export interface UserNeed {
  /** The name, in {@link At.needed}, of the database connection. */
  readonly userIn: string;
}

/** The values that a run provides to the program of a sample. */
interface At {
  /** A text that contains the run's mark and is different for each object. */
  readonly key: string;
  /** A number that no object of the tenant has in the property {@link Sample.unique}. */
  readonly free: number;
  /** The objects in {@link Sample.needs}, by the same names: the id of each, or the value of its {@link Need.property}. */
  readonly needed: Readonly<Record<string, string>>;
}

/** The arguments that a run declares for an object, and the values that it then tries. */
export interface Program {
  /** The required arguments. */
  readonly args: JsonObject;
  /** By property: the values to try, or the reason why the property is not tried. Default: values derived from the schema. */
  readonly values?: Readonly<Record<string, readonly Json[] | string>>;
}

/** How a run creates an object of a type, and which values of its properties it tries. */
export interface Sample {
  /** The property that contains the run's mark. Absent for objects that are removed together with the object to which they belong. */
  readonly key?: string;
  /** The objects that a run creates first because the object needs them. The names are those of {@link At.needed}. */
  readonly needs?: Readonly<Record<string, Need | UserNeed>>;
  /** A property whose change replaces the object. The program's values contain the new value, unless the property is the key. */
  readonly identity?: string;
  /** The name in {@link needs} of the object with which this one is deleted. Only for objects that belong to another object. */
  readonly owner?: string;
  /** A property, other than the key, whose number has to be unique among the objects of the type. */
  readonly unique?: string;
  /** By property: the other properties that the service changes whenever this one changes. */
  readonly follow?: Readonly<Record<string, readonly string[]>>;
  /** Properties that have another value in a new object than after they were cleared. */
  readonly chosen?: readonly string[];
  /** The only properties that are tried. Default: all. */
  readonly only?: readonly string[];
  /** The properties of settings that no request can remove: if the tenant had none before the run, the run's value remains. Default: none. */
  readonly stays?: readonly string[];
  /** Properties of settings that no response contains in full. The tenant's value could not be restored, so it is not changed. Default: none. */
  readonly partlyReturned?: readonly string[];
  readonly program: (at: At) => Program;
}

/** Why a property is not tried: it refers to an object that the run does not create. */
export const needsOther = "it refers to another object";

/** Why a property is not tried: what it would become cannot be seen. */
export const neverBack = "it is a secret that no response contains";

/** URLs at a host name that does not exist. */
export const urlsAt = (...paths: readonly string[]) => paths.map((path) => `https://app.example.com/${path}`);

/** An API with the scopes of {@link sampleScopes}. */
export const sampleApi: Need = {
  type: "resourceServer",
  property: "identifier",
  with: { scopes: { "read:samples": "Read", "write:samples": "Write" } },
};

/** Scopes of the API, before and after a change. */
export const sampleScopes: readonly Json[] = [["read:samples", "write:samples"], ["write:samples"]];

/** A database connection that is enabled for an application. Without an application, the service may refuse to create users in it. */
export const database = {
  connection: { type: "connection" },
  first: { type: "client" },
  enabled: { type: "connectionClients" },
} as const satisfies Sample["needs"];

/** A user in the database connection. */
export const sampleUser: UserNeed = { userIn: "connection" };

/** Public keys whose private keys were discarded. */
export const [oneKey = "", otherKey = ""] = [
  [
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3s2iH4znWRsvGAF6PJwt",
    "EmzlsSDlHeVBTSoxf9N0IiYJwnemrvu2xOg3FM/E/fxv1cZj0UTHJCy+V+piXSdc",
    "gS3dZNqoMeLMutMxLDMTFd3WZcBM5oMAiRlJUYzFzpIKm+yOAE046M7GnxbM31v3",
    "71kA74tonTQQ2L6ZY3A0i6t058pug7AQDh4GaCXS/USY2rEf3F1FiMSWqY832ON8",
    "MKmiSP7Z3JBug0JgBD+8erA9nmG7ivng5ZhGsTf0fDQyc2Wq3VsoOZ71ryPnCvVj",
    "tgSx/eOWB0PChUJJCEE1C09wOR8YfSJEXsF1gg7vJ6SLof2Lb35mEs/C+bqevsEL",
    "ewIDAQAB",
  ],
  [
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq99knFsCJSDZftLY6EqZ",
    "mloYTjtmWnfuY6oaNGfqeqDubuFig0QcTZKg1L5AgJ27Sht2BBWEBiCgWed5GF5j",
    "5EsDESnOYEtA32wCtwaYBxcL3xSZPFKwgO/1f2azCtQlwEj8HmU6MRR3NhFqdv2j",
    "56mZWn8VIEmMnaPS0Dl9MNnXZzAB7+QN5qezZ4kApc9tiQzmnuHWuVsr7NzvhIso",
    "3A9d0DLURDZdQlg564DtGNzTbnwDrDmlcZjvKborWD1y6Ct7Dx+c90PkaGOWi94v",
    "kxxD/RgttSBkrsb++QJmzkBLfXChbkCoaqMImGTCqoCt9qdV32NRnzrHlbRoCZcu",
    "XQIDAQAB",
  ],
].map((lines) => ["-----BEGIN PUBLIC KEY-----", ...lines, "-----END PUBLIC KEY-----", ""].join("\n"));
