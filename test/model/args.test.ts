import type * as pulumi from "@pulumi/pulumi";
import { expectTypeOf, test } from "vitest";
import type {
  ConnectionCommonArgs,
  OrganizationMemberRolesArgs,
  ResourceServerArgs,
} from "../../provider/src/index.ts";
import type { connectionTable } from "../../provider/src/model/connection.ts";
import type { organizationMemberRolesTable } from "../../provider/src/model/organization-member-roles.ts";
import type { resourceServerTable } from "../../provider/src/model/resource-server.ts";
import type { Field, Fields } from "../../provider/src/model/table.ts";

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

test("ResourceServerArgs and its table name the same properties with the same types, both ways", () => {
  type Args = Written<ResourceServerArgs>;
  type Table = Tabled<(typeof resourceServerTable)["fields"]>;
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
  type Table = Tabled<(typeof organizationMemberRolesTable)["fields"]>;
  expectTypeOf<Args>().toExtend<Table>();
  expectTypeOf<Table>().toExtend<Args>();
});
