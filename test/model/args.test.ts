import type * as pulumi from "@pulumi/pulumi";
import { expectTypeOf, test } from "vitest";
import type * as index from "../../provider/src/index.ts";
import type {
  ConnectionClientsArgs,
  ConnectionCommonArgs,
  GetConnectionResult,
  GetOrganizationMemberRolesResult,
  GetResourceServerResult,
  GetTokenExchangeProfileResult,
  OrganizationMemberRolesArgs,
  ResourceServerArgs,
  ResourceServerScopesArgs,
  TokenExchangeProfileArgs,
} from "../../provider/src/index.ts";
import type { kinds } from "../../provider/src/lifecycle/registry.ts";
import type { connectionTable } from "../../provider/src/model/connection.ts";
import type { connectionClientsTable } from "../../provider/src/model/connection-clients.ts";
import type { organizationMemberRolesTable } from "../../provider/src/model/organization-member-roles.ts";
import type { resourceServerTable } from "../../provider/src/model/resource-server.ts";
import type { resourceServerScopesTable } from "../../provider/src/model/resource-server-scopes.ts";
import type { Field, Fields } from "../../provider/src/model/table.ts";
import type { tokenExchangeProfileTable } from "../../provider/src/model/token-exchange-profile.ts";

/** The arguments that a table allows, as a type. */
type ArgsOf<F extends Fields> = {
  [K in keyof F as Settable<F, K> extends true ? (F[K] extends { required: true } ? K : never) : never]: ValueOf<F[K]>;
} & {
  [K in keyof F as Settable<F, K> extends true ? (F[K] extends { required: true } ? never : K) : never]?:
    | ValueOf<F[K]>
    | undefined;
};

type Settable<F extends Fields, K extends keyof F> = F[K] extends { computed: true } ? false : true;

type ValueOf<F extends Field> = F extends { kind: "string"; oneOf: readonly (infer One)[] }
  ? One
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
            : F extends { kind: "set" }
              ? string[]
              : F extends { kind: "document" }
                ? Readonly<Record<string, string>>
                : F extends { kind: "map" }
                  ? Readonly<Record<string, string>> | Flat<{ value: string; description?: string | undefined }>[]
                  : never;

type Flat<T> = { [K in keyof T]: T[K] };

type Written<Args> = Flat<Required<Omit<pulumi.Unwrap<Args>, "adopt">>>;
type Tabled<F extends Fields> = Flat<Required<ArgsOf<F>>>;
type TabledWith<T extends { fields: Fields; steering: Fields }> = Flat<Tabled<T["fields"]> & Tabled<T["steering"]>>;

test("ResourceServerArgs and its table name the same properties with the same types, both ways", () => {
  type Args = Written<ResourceServerArgs>;
  type Table = TabledWith<typeof resourceServerTable>;
  expectTypeOf<keyof Args>().toEqualTypeOf<keyof Table>();
  expectTypeOf<Args>().toExtend<Table>();
  expectTypeOf<Table>().toExtend<Args>();
});

test("so do ConnectionArgs, but for strategy and options, which have types of their own", () => {
  type Args = Written<ConnectionCommonArgs>;
  type Table = Omit<Tabled<(typeof connectionTable)["fields"]>, "strategy" | "options">;
  expectTypeOf<keyof Args>().toEqualTypeOf<keyof Table>();
  expectTypeOf<Args>().toExtend<Table>();
  expectTypeOf<Table>().toExtend<Args>();
});

test("so do OrganizationMemberRolesArgs", () => {
  type Args = Written<OrganizationMemberRolesArgs>;
  type Table = TabledWith<typeof organizationMemberRolesTable>;
  expectTypeOf<Args>().toExtend<Table>();
  expectTypeOf<Table>().toExtend<Args>();
});

test("so do ConnectionClientsArgs", () => {
  type Args = Written<ConnectionClientsArgs>;
  type Table = TabledWith<typeof connectionClientsTable>;
  expectTypeOf<Args>().toExtend<Table>();
  expectTypeOf<Table>().toExtend<Args>();
});

test("so do ResourceServerScopesArgs", () => {
  type Args = Written<ResourceServerScopesArgs>;
  type Table = Tabled<(typeof resourceServerScopesTable)["fields"]>;
  expectTypeOf<Args>().toExtend<Table>();
  expectTypeOf<Table>().toExtend<Args>();
});

test("so do TokenExchangeProfileArgs", () => {
  type Args = Written<TokenExchangeProfileArgs>;
  type Table = Tabled<(typeof tokenExchangeProfileTable)["fields"]>;
  expectTypeOf<Args>().toExtend<Table>();
  expectTypeOf<Table>().toExtend<Args>();
});

/** The table of every class. */
interface Tables {
  ResourceServer: (typeof resourceServerTable)["fields"];
  Connection: (typeof connectionTable)["fields"];
  OrganizationMemberRoles: (typeof organizationMemberRolesTable)["fields"];
  ResourceServerScopes: (typeof resourceServerScopesTable)["fields"];
  ConnectionClients: (typeof connectionClientsTable)["fields"];
  TokenExchangeProfile: (typeof tokenExchangeProfileTable)["fields"];
}

/** The outputs that a table gives a class, computed ones included: what was not declared is not there. */
type OutputsOf<F extends Fields> = {
  [K in keyof F]: F[K] extends { required: true } ? OutputOf<F[K]> : OutputOf<F[K]> | undefined;
};

type OutputOf<F extends Field> = F extends { kind: "map" } ? Readonly<Record<string, string>> : ValueOf<F>;

/** The outputs that a class declares. */
type Declared<C> = {
  [K in Exclude<keyof C, keyof pulumi.CustomResource>]: C[K] extends pulumi.Output<infer T> ? T : never;
};

/** Whether two types are the same as far as values go. What is `any` is the same as nothing else. */
type Same<A, B> = 0 extends 1 & A ? false : [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The outputs of a class that its table has otherwise or not at all, and those that the class does not declare. */
type Differences<Name extends string, D, T> = {
  [K in (keyof D | keyof T) & string]: K extends keyof D & keyof T
    ? Same<D[K], T[K]> extends true
      ? never
      : `${Name}.${K}`
    : `${Name}.${K}`;
}[(keyof D | keyof T) & string];

test("classes declare the outputs of their tables, all but the options of a connection, which have types of their own", () => {
  type Found = {
    [Name in keyof Tables]: Differences<Name, Declared<InstanceType<(typeof index)[Name]>>, OutputsOf<Tables[Name]>>;
  }[keyof Tables];
  expectTypeOf<Found>().toEqualTypeOf<"Connection.options">();
});

test("no kind of the registry is left out here", () => {
  expectTypeOf<keyof Tables>().toEqualTypeOf<Capitalize<keyof typeof kinds>>();
});

/** The properties that a row can have: none that is secret, no document, and none that takes calls of its own. */
type Shown<F extends Fields> = {
  [K in keyof F as F[K] extends { secret: true } | { kind: "document" } | { apart: true } ? never : K]: OutputOf<F[K]>;
};
type Rowed<Row, F extends Fields> = Differences<
  "row",
  { [K in Exclude<keyof Row, "id">]-?: Exclude<Row[K], undefined> },
  Shown<F>
>;

test("rows of look-ups have the properties of their tables, and options only where they are asked for", () => {
  expectTypeOf<Rowed<Omit<GetConnectionResult, "options">, Tables["Connection"]>>().toEqualTypeOf<never>();
  expectTypeOf<Rowed<GetResourceServerResult, Tables["ResourceServer"]>>().toEqualTypeOf<never>();
  expectTypeOf<Rowed<GetOrganizationMemberRolesResult, Tables["OrganizationMemberRoles"]>>().toEqualTypeOf<never>();
  type Names = keyof GetConnectionResult & keyof GetResourceServerResult & keyof GetOrganizationMemberRolesResult;
  expectTypeOf<Names>().toEqualTypeOf<"id">();
});

test("a row of a data source has an id and the properties of its table", () => {
  type Row = GetTokenExchangeProfileResult;
  type Table = (typeof tokenExchangeProfileTable)["fields"];
  expectTypeOf<keyof Row>().toEqualTypeOf<keyof Table | "id">();
  expectTypeOf<Row[keyof Row]>().toEqualTypeOf<string>();
});
