import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { type ExecResult, exec } from "../harness/exec.ts";
import { createStack, outerEnvironment, type Stack } from "../harness/stack.ts";
import { certificateOf } from "./customers-example.ts";
import { environmentOf } from "./project.ts";

const root = join(import.meta.dirname, "../..");

/** The contents of examples/customers/customers.json: rows by name. */
export interface Rows {
  readonly samlpCustomers: Readonly<Record<string, SamlpRow>>;
  readonly oidcCustomers: Readonly<Record<string, OidcRow>>;
}
interface SamlpRow {
  readonly displayName: string;
  readonly plan?: string;
}
interface OidcRow extends SamlpRow {
  readonly clientId: string;
}

/** A stack of a copy of examples/customers, whose rows a test changes. */
export interface CustomersProject extends Stack {
  /** Runs a command of ours on this stack, in the folder of the project. */
  ours(args: readonly string[]): Promise<ExecResult>;
  /** The rows of the example itself. */
  readonly rows: Rows;
  /** What the secrets of all identity providers are. */
  readonly secret: string;
  /** Writes the rows, and the certificates of those with SAML. */
  write(rows: Rows): Promise<void>;
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
    ours: (args) =>
      exec(process.execPath, [join(root, "provider/bin/pulumi-tenant.js"), ...args], {
        ...{ cwd: dir, env: { ...outerEnvironment(), ...stack.env }, timeoutMs: 120_000 },
      }),
    rows: JSON.parse(await readFile(file, "utf8")),
    secret,
    async write(rows) {
      await writeFile(file, JSON.stringify(rows, undefined, 2));
      for (const one of Object.keys(rows.samlpCustomers))
        await writeFile(join(dir, `files/connection-${one}-signing-cert.pem`), certificateOf(one));
    },
    async addSecrets(names) {
      const settings = names.flatMap((one) => ["--secret", `${one}-client-secret=${secret}`]);
      await stack.run(["config", "set-all", ...settings]);
    },
    async remove() {
      await stack.remove();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Rows like those of the example. */
export function rowsOf(samlNames: readonly string[], oidcNames: readonly string[]): Rows {
  const rowOf = (name: string) => ({ displayName: `Customer ${name}` });
  return {
    samlpCustomers: Object.fromEntries(samlNames.map((name) => [name, rowOf(name)])),
    oidcCustomers: Object.fromEntries(oidcNames.map((name) => [name, { ...rowOf(name), clientId: "orders" }])),
  };
}

/** What a row makes at the tenant, as far as the tenant has it. */
export function madeOf(tenant: Emulator, name: string) {
  const organization = tenant.organizations.get(name);
  const connection = tenant.connections.get(name);
  if (!organization || !connection) return undefined;
  const [id, connectionId] = [String(organization.id), String(connection.id)];
  const { client_id, client_secret, signingCert, domain_aliases } = Object(connection.options);
  const { display_name, metadata } = organization;
  return {
    organization: { display_name, metadata },
    identityProvider: { client_id, client_secret, signingCert, domain_aliases },
    applications: tenant.connections.clientsOf(connectionId),
    membershipOnLogin: tenant.organizationConnections.get(id, connectionId)?.assign_membership_on_login,
  };
}

/** The same as the rows say it, for each customer by its name. */
export function wantedOf(
  tenant: Emulator,
  { samlpCustomers, oidcCustomers }: Rows,
  secret: string,
): ReadonlyMap<string, object> {
  const common = (name: string, { displayName, plan = "small" }: SamlpRow) => ({
    organization: { display_name: displayName, metadata: { domain: `${name}.example.com`, plan } },
    applications: tenant.clients.list().map(({ client_id }) => client_id),
    membershipOnLogin: true,
  });
  const domains = (name: string) => ({ domain_aliases: [`${name}.example.com`] });
  return new Map<string, object>([
    ...Object.entries(samlpCustomers).map(([name, row]) => {
      const identityProvider = { signingCert: certificateOf(name), ...domains(name) };
      return [name, { ...common(name, row), identityProvider }] as const;
    }),
    ...Object.entries(oidcCustomers).map(([name, row]) => {
      const identityProvider = { client_id: row.clientId, client_secret: secret, ...domains(name) };
      return [name, { ...common(name, row), identityProvider }] as const;
    }),
  ]);
}
