import { join } from "node:path";
import type { Command } from "commander";
import { sanitize, sanitizeJson } from "../client/index.ts";
import { type StackObject, type TerraformFiles, terraformOf } from "../export/terraform.ts";
import type { ExportedResource } from "../pulumi-cli/exported-stack.ts";
import { exportedResources } from "../pulumi-cli/stack.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { withoutSecrets } from "../pulumi-cli/values.ts";
import { own } from "../schema/json.ts";
import { classOf, tenantKey } from "../schema/provider-code.ts";
import { recordOf } from "../state/record.ts";
import { typeNameOf } from "../types/registry.ts";
import { addHelp, refuseUsage } from "./command.ts";
import { makeFolder, namesIn, readableByAll, refuseUncreatable, replaceFile } from "./files.ts";

interface Flags {
  readonly terraform?: string;
  readonly stack?: string;
  readonly cwd?: string;
  readonly json?: true;
}

/** Adds `pulumi-tenant export` to its command. */
export function register(command: Command): void {
  command
    .option("--terraform <folder>", "write the stack as a configuration of Auth0's Terraform provider into this folder")
    .option("-s, --stack <name>", "the stack (default: the current one)")
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option("--json", "print the result as JSON")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Writes the resources in a stack's state for another tool: tenant.tf has the resources, imports.tf an
import block for each. Secrets become variables without values. What Terraform cannot express is
listed. The command reads only the state: it needs no credentials of the tenant, and changes
neither the tenant nor the stack.`,
    exitCodes: { 0: "the files were written", 1: "they could not be written" },
    example: "npx pulumi-tenant export --terraform ../tenant-in-terraform --stack prod",
  });
}

const [configuration, importBlocks] = ["tenant.tf", "imports.tf"];

async function run(command: Command, { terraform: folder, json, ...place }: Flags): Promise<void> {
  if (folder === undefined) refuseUsage(command, "no form is selected: use --terraform <folder>");
  const present = await namesIn(folder);
  const taken = [configuration, importBlocks].find((name) => present.includes(name));
  if (taken !== undefined) throw new Error(`${join(folder, taken)}: the file exists. Name another folder, or move it.`);
  await refuseUncreatable(join(folder, configuration));
  const { objects, unconfirmed } = objectsIn(await exportedResources(place));
  const files = terraformOf(objects);
  const left = [...unconfirmed, ...files.left];
  await makeFolder(folder);
  // The resources come last: without their import blocks, Terraform would create them.
  await replaceFile(join(folder, importBlocks), files.imports, readableByAll);
  await replaceFile(join(folder, configuration), files.tenant, readableByAll);
  const { resources, variables } = files;
  process.stdout.write(
    json
      ? `${sanitizeJson({ version: 1, files: [configuration, importBlocks], resources, variables, left }, 2)}\n`
      : textOf(folder, { ...files, left }),
  );
}

/**
 * The resources of pulumi-tenant that a stack manages.
 *
 * @throws Error if they are at several tenants
 */
function objectsIn(resources: readonly ExportedResource[]) {
  const objects: StackObject[] = [];
  const unconfirmed: TerraformFiles["left"][number][] = [];
  const tenants = new Set<string>();
  for (const { urn, type: token, id, inputs, outputs, custom, external, delete: isGoing } of resources) {
    const type = typeNameOf(token);
    if (type === undefined || !id || custom !== true || external === true || isGoing === true) continue;
    const { name = "" } = parseUrn(urn) ?? {};
    const { standing } = recordOf(id, outputs);
    const tenant = own(outputs, tenantKey);
    if (typeof tenant === "string") tenants.add(tenant);
    if (standing.at === "tenant") {
      // Secrets in a state are envelopes, so a text like the CLI's mask is a value of the program.
      objects.push({ type, name, id: standing.id, properties: withoutSecrets(urn, inputs, () => true) });
    } else {
      const reason = "it is not known whether the tenant has it: run `pulumi up` first";
      unconfirmed.push({ class: classOf(type), name, reason });
    }
  }
  if (tenants.size > 1) {
    const hosts = [...tenants].sort().map((host) => sanitize(host));
    throw new Error(
      `the stack manages several tenants (${hosts.join(", ")}), and a configuration is for one. Move their resources into a stack each ` +
        "(`pulumi state move`).",
    );
  }
  return { objects, unconfirmed };
}

/** The result in words, with a line for each value that is left out. */
function textOf(folder: string, { resources, variables, left }: TerraformFiles): string {
  const lines = [
    `${join(folder, configuration)}: ${resources} resources, ${variables.length} variables for secrets`,
    `${join(folder, importBlocks)}: ${resources} import blocks`,
    ...(left.length > 0 ? ["", `Not in the configuration (${left.length}):`] : []),
    ...left.map(({ class: its, name, path, reason }) => {
      const at = path === undefined ? "" : `: ${sanitize(path)}`;
      return `  ${its} "${sanitize(name)}"${at} (${reason})`;
    }),
  ];
  return `${lines.join("\n")}\n`;
}
