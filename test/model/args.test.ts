import type * as pulumi from "@pulumi/pulumi";
import { expectTypeOf, test } from "vitest";
import type * as host from "../../provider/src/host.ts";
import type * as index from "../../provider/src/index.ts";
import type { ConnectionCommonArgs } from "../../provider/src/index.ts";
import type { Field, Fields } from "../../provider/src/schema/schema.ts";
import type { described, TypeName } from "../../provider/src/types/registry.ts";

/** The arguments that a table allows, as a type. */
type ArgsOf<F extends Fields> = {
  [K in keyof F as Settable<F, K> extends true ? (F[K] extends { required: true } ? K : never) : never]: ValueOf<F[K]>;
} & {
  [K in keyof F as Settable<F, K> extends true ? (F[K] extends { required: true } ? never : K) : never]?:
    | ValueOf<F[K]>
    | undefined;
};

type Settable<F extends Fields, K extends keyof F> = F[K] extends { computed: true } ? false : true;

type ValueOf<F extends Field> = F extends { orNumber: true }
  ? string | number
  : F extends { kind: "string"; oneOf: readonly (infer One)[] }
    ? One | (F extends { orUri: true } ? `${"http" | "https" | "urn"}:${string}` : never)
    : F extends { kind: "string" }
      ? string
      : F extends { kind: "integer" }
        ? number
        : F extends { kind: "boolean" }
          ? boolean
          : F extends { kind: "object"; fields: infer Members extends Fields }
            ? Flat<ArgsOf<Members>>
            : F extends { kind: "list"; item: infer Item extends Field }
              ? ValueOf<Item>[]
              : F extends { kind: "set"; item: infer Item extends Field }
                ? F extends { groupedBy: object }
                  ? Readonly<Record<string, ValueOf<Item>[]>>
                  : F extends { asObjects: true; onWire: { key: infer K extends string } }
                    ? Flat<Record<K, ValueOf<Item>>>[]
                    : ValueOf<Item>[]
                : F extends { kind: "document"; values: infer Value extends Field }
                  ? Readonly<Record<string, ValueOf<Value>>>
                  : F extends { kind: "document" }
                    ? Readonly<Record<string, unknown>>
                    : F extends { sealed: true }
                      ? Readonly<Record<string, string>>
                      : F extends { kind: "map"; keyWire: infer K extends string; valueWire: infer V extends string }
                        ?
                            | Readonly<Record<string, string>>
                            | Flat<Record<K, string> & { [Value in V]?: string | undefined }>[]
                        : F extends {
                              kind: "map";
                              keyWire: infer K extends string;
                              value: { fields: infer Members extends Fields };
                            }
                          ?
                              | Readonly<Record<string, Flat<ArgsOf<Members>>>>
                              | Flat<Record<K, string> & OnWire<Members>>[]
                          : never;

/** The properties of an object under the API's names. */
type OnWire<F extends Fields> = { [K in keyof ArgsOf<F> as K extends string ? SnakeCase<K> : never]: ArgsOf<F>[K] };
type SnakeCase<T extends string> = T extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : T;

type Flat<T> = { [K in keyof T]: T[K] };

/** The schema of every class, by the class's name. All that follows is for every one of them. */
type Schemas = { [Kind in TypeName as (typeof described)[Kind]["type"]]: (typeof described)[Kind]["schema"] };
type Name = keyof Schemas;
type FieldsOf<N extends Name> = Schemas[N]["fields"];
/** The objects that every tenant has exactly once. */
type Singleton = {
  [Kind in TypeName]: (typeof described)[Kind]["schema"] extends { readonly singleton: string | true }
    ? (typeof described)[Kind]["type"]
    : never;
}[TypeName];

test("the name of a type is that of its class", () => {
  expectTypeOf<Name>().toEqualTypeOf<Capitalize<TypeName>>();
});

/** Whether two types are the same as far as values go. What is `any` is the same as nothing else. */
type Same<A, B> = 0 extends 1 & A ? false : [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The properties that two types have otherwise, and those that one of them lacks. */
type Differences<N extends string, D, T> = {
  [K in (keyof D | keyof T) & string]: K extends keyof D & keyof T
    ? Same<D[K], T[K]> extends true
      ? never
      : `${N}.${K}`
    : `${N}.${K}`;
}[(keyof D | keyof T) & string];

/** Those of the arguments by which a program says how an object is managed. */
type Steering<T> = T extends { metaArguments: infer F extends Fields } ? ArgsOf<F> : unknown;
type Tabled<N extends Name> = Flat<Required<ArgsOf<FieldsOf<N>> & Steering<Schemas[N]>>>;

/** A connection's strategy and options have types of their own. */
type ArgsOfClass<N extends Name> = N extends "Connection"
  ? ConnectionCommonArgs
  : ConstructorParameters<(typeof index)[N]>[1];
/** Arguments that no table has: each is the same for all types. */
type Written<Args> = Flat<Required<Omit<pulumi.Unwrap<Args>, "adopt" | "resetOnDestroy" | "undocumented">>>;

test("the arguments of each class are exactly those of its schema", () => {
  type Found = { [N in Name]: Differences<N, Written<ArgsOfClass<N>>, Tabled<N>> }[Name];
  expectTypeOf<Found>().toEqualTypeOf<
    | "Connection.strategy"
    | "Connection.options"
    | "Client.addons"
    | "Client.jwtConfiguration"
    | "LogStream.sink"
    | "EmailProvider.settings"
    | "PromptTexts.texts"
    | "PromptPartials.partials"
    | "PromptRendering.headTags"
    | "PromptRendering.filters"
    | "TenantSettings.securityHeaders"
    | "VaultConnection.setup"
    | "Flow.actions"
    | "Form.languages"
    | "Form.nodes"
    | "Form.start"
    | "Form.ending"
    | "Form.messages"
    | "Form.translations"
    | "Form.style"
    | "ConnectionProfile.connectionConfig"
    | "ConnectionProfile.strategyOverrides"
    | "User.userMetadata"
    | "User.appMetadata"
  >();
});

/** The outputs that a table gives a class, computed ones included: what was not declared is not there. */
type OutputsOf<F extends Fields> = {
  [K in keyof F]: F[K] extends { required: true } ? OutputOf<F[K]> : OutputOf<F[K]> | undefined;
};

type OutputOf<F extends Field> = F extends { kind: "map"; value: infer Value extends Field }
  ? Readonly<Record<string, Value extends { kind: "string" } ? string : ValueOf<Value>>>
  : F extends { orNumber: true }
    ? string
    : ValueOf<F>;

/** The outputs that a class declares. */
type Declared<C> = {
  [K in Exclude<keyof C, keyof pulumi.CustomResource | "undocumented">]: C[K] extends pulumi.Output<infer T>
    ? T
    : never;
};

test("the outputs of each class are those of its schema", () => {
  type Found = {
    [N in Name]: Differences<N, Declared<InstanceType<(typeof index)[N]>>, OutputsOf<FieldsOf<N>>>;
  }[Name];
  // Free-form values below lists are `any` once they are unwrapped.
  expectTypeOf<Found>().toEqualTypeOf<"PromptRendering.filters">();
});

/** The properties that a row can have: none that is secret, no document, and none that takes calls of its own. */
type Shown<F extends Fields> = {
  [K in keyof F as F[K] extends
    | { secret: true }
    | { kind: "document" }
    | { kind: "list"; item: { kind: "document" } }
    | { subresource: true }
    ? never
    : K]: OutputOf<F[K]>;
};

/** What the look-up of a class answers, where there is one. That of users has a form of its own. */
type RowOf<N extends Name> = N extends "User"
  ? never
  : `get${N}` extends infer K extends keyof typeof index
    ? (typeof index)[K] extends (...given: never[]) => Promise<infer Row>
      ? Row
      : never
    : never;
type LookedUp = { [N in Name]: [RowOf<N>] extends [never] ? never : N }[Name];

/** Parts of others, and what only ties others together. */
type NotLookedUp =
  | "ResourceServerScopes"
  | "ConnectionClients"
  | "ConnectionDirectory"
  | "ConnectionScim"
  | "ConnectionScimToken"
  | "TriggerActions"
  | "RolePermissions"
  | "GroupRoles"
  | "UserRoles"
  | "User"
  | "UserPermissions"
  | "EventStream"
  | "NetworkAclKey"
  | "OrganizationClientGrants"
  | "OrganizationClients"
  | "RateLimitPolicy"
  | "OrganizationConnection"
  | "OrganizationDiscoveryDomain"
  | "OrganizationMembers"
  | "ClientAuthentication"
  | "CustomDomainVerification";

/** The classes whose look-ups return rows of a table. Those of settings are made of the definition alone, with all objects that have no secrets. */
type Listed = Exclude<LookedUp, Singleton>;

test("a row of a look-up has the id and the properties of its schema, and options only on request", () => {
  type Values<Row> = { [K in Exclude<keyof Row, "id">]-?: Exclude<Row[K], undefined> };
  type Found = { [N in Listed]: Differences<N, Values<RowOf<N>>, Shown<FieldsOf<N>>> }[Listed];
  // The service may know more types of profiles and more applications one day, and suspends streams by itself.
  expectTypeOf<Found>().toEqualTypeOf<
    "Connection.options" | "TokenExchangeProfile.type" | "LogStream.status" | "VaultConnection.appId"
  >();
  expectTypeOf<RowOf<"TokenExchangeProfile">[keyof RowOf<"TokenExchangeProfile">]>().toEqualTypeOf<string>();
  expectTypeOf<{ [N in LookedUp]: RowOf<N> extends { id: string } ? N : never }[LookedUp]>().toEqualTypeOf<LookedUp>();
  expectTypeOf<Exclude<Name, LookedUp>>().toEqualTypeOf<NotLookedUp>();
});

test("every type has a handler in the host and a class in the index; objects that are not part of others have a look-up", () => {
  expectTypeOf<Exclude<keyof typeof host, "default">>().toEqualTypeOf<TypeName>();
  expectTypeOf<Exclude<Name, keyof typeof index>>().toBeNever();
  expectTypeOf<Exclude<Capitalize<TypeName>, LookedUp>>().toEqualTypeOf<NotLookedUp>();
});

/** The properties that every answer about an object holds. */
type Always<F extends Fields> = {
  [K in keyof F]: F[K] extends { reads: { how: "sometimes" | "never" } } | { subresource: true } ? never : K;
}[keyof F];

test("every response contains the properties that identify an object", () => {
  type Lacking = {
    [K in TypeName]: Exclude<
      (typeof described)[K]["uniqueBy"][number],
      Always<(typeof described)[K]["schema"]["fields"]>
    >;
  }[TypeName];
  expectTypeOf<Lacking>().toBeNever();
});
