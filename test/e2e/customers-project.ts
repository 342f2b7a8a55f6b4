import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { createStack, type Stack } from "../harness/stack.ts";
import { environmentOf } from "./project.ts";

const root = join(import.meta.dirname, "../..");

/** A line of examples/customers/customers.json. */
export interface Line {
  readonly name: string;
  readonly domain: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly admins: readonly string[];
}

/** A stack of a copy of examples/customers, whose lines a test changes. */
export interface CustomersProject extends Stack {
  /** The lines of the example itself. */
  readonly lines: readonly Line[];
  /** What the secrets of all identity providers are. */
  readonly secret: string;
  /** Writes the file, one customer in a line, whatever the lines hold. */
  write(lines: readonly unknown[]): Promise<void>;
  /** Puts the secrets of customers into the configuration. */
  addSecrets(names: readonly string[]): Promise<void>;
}

export async function customersProject(tenant: Emulator): Promise<CustomersProject> {
  const dir = join(root, ".local/customers", randomUUID());
  await mkdir(dir, { recursive: true });
  await cp(join(root, "examples/customers"), dir, { recursive: true });
  const name = `e2e-${randomUUID().slice(0, 8)}`;
  const stack = await createStack({ projectDir: dir, name, env: environmentOf(tenant) });
  const file = join(dir, "customers.json");
  const secret = randomBytes(24).toString("base64url");
  return {
    ...stack,
    lines: JSON.parse(await readFile(file, "utf8")),
    secret,
    write: (lines) => writeFile(file, `[\n${lines.map((line) => JSON.stringify(line)).join(",\n")}\n]\n`),
    async addSecrets(names) {
      await stack.run(["config", "set-all", ...names.flatMap((one) => ["--secret", `secret-${one}=${secret}`])]);
    },
    async remove() {
      await stack.remove();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A line like those of the example, with one admin. */
export function lineOf(name: string): Line {
  const domain = `${name}.example.com`;
  return { name, domain, issuer: `https://idp.${domain}/`, clientId: "orders", admins: [`auth0|${name}`] };
}

/** What a customer's line makes at the tenant, as far as the tenant has it. */
export function madeOf(tenant: Emulator, { name }: Pick<Line, "name">) {
  const organization = tenant.organizations.get(name);
  const connection = tenant.connections.get(name);
  if (!organization || !connection) return undefined;
  const [id, connectionId] = [String(organization.id), String(connection.id)];
  const { issuer, client_id, client_secret, domain_aliases } = Object(connection.options);
  return {
    identityProvider: { issuer, client_id, client_secret, domain_aliases },
    applications: tenant.connections.clientsOf(connectionId),
    membershipOnLogin: tenant.organizationConnections.get(id, connectionId)?.assign_membership_on_login,
    admins: tenant.organizationMembers.list(id).map(({ user_id, roles }) => ({ user_id, roles })),
  };
}

/** The same as the line says it. */
export function wantedOf(tenant: Emulator, { domain, issuer, clientId, admins }: Line, secret: string) {
  const adminRole = tenant.roles.get("Orders admin")?.id;
  return {
    identityProvider: { issuer, client_id: clientId, client_secret: secret, domain_aliases: [domain] },
    applications: tenant.clients.list().map(({ client_id }) => client_id),
    membershipOnLogin: true,
    admins: admins.map((user_id) => ({ user_id, roles: [adminRole] })),
  };
}
