import { readFileSync } from "node:fs";
import type * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

/** What a test declares: resources by name, as JSON in the file that PROGRAM names. */
export interface Declared {
  readonly args: tenant.ResourceServerArgs;
  readonly opts?: pulumi.CustomResourceOptions;
  /** Read instead of managed. */
  readonly get?: string;
}

const declared: Record<string, Declared> = JSON.parse(readFileSync(process.env.PROGRAM ?? "", "utf8"));

/** Outputs of the resources, for tests to look at. */
export const names = Object.fromEntries(
  Object.entries(declared).map(([name, { args, opts, get }]) => {
    const api = get ? tenant.ResourceServer.get(name, get, opts) : new tenant.ResourceServer(name, args, opts);
    return [name, api.name];
  }),
);
