import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Definition, idNameOf } from "../../../provider/src/schema/definition.ts";
import { isAtTop, wireName } from "../../../provider/src/schema/schema.ts";
import { takesUndocumented, undocumented, undocumentedIn } from "../../../provider/src/schema/undocumented.ts";
import { definitions, described, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";

const classes = join(import.meta.dirname, "../../../provider/src/sdk/resources");

/** The text of a class with its arguments, by hand or made. */
function textOf(type: string): string {
  const file = type.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();
  const files = [`${file}.made.ts`, `${file}.ts`, `${file}-args.ts`].map((name) => join(classes, name));
  return files.flatMap((path) => (existsSync(path) ? [readFileSync(path, "utf8")] : [])).join("\n");
}

test.each(typeNames)(
  "%s has an argument and an output for undocumented properties exactly if it is a whole object",
  (name) => {
    const definition: Definition = described[name];
    const text = textOf(definition.type);
    const takes = takesUndocumented(definition);
    expect(Object.hasOwn(definitions[name].schema.fields, undocumented)).toBe(takes);
    expect(text.includes("  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;")).toBe(takes);
    expect(text.includes("declare readonly undocumented: pulumi.Output<")).toBe(takes);
  },
);

test("sets of members have no argument for undocumented properties", () => {
  const not = typeNames.filter((name) => !takesUndocumented(described[name]));
  expect(not).toEqual(
    expect.arrayContaining([
      "resourceServerScopes",
      "connectionClients",
      "rolePermissions",
      "organizationMembers",
      "triggerActions",
    ]),
  );
});

test.each(typeNames)("a property of %s that the service sets is no property that a program can set", (name) => {
  const { schema, setByService = [] }: Definition = described[name];
  const settable = Object.entries(schema.fields).filter(([, field]) => !field.computed);
  const typed = settable.map(([argument, field]) => wireName(argument, field));
  expect(setByService.filter((wire) => typed.includes(wire))).toEqual([]);
});

/**
 * The members that the service answers, and refuses or ignores in a write of the same object, by type. They are those of recorded traffic, of the
 * service's description and of other tools. `deleted_at` and `tenant_id` of a network ACL, for example, stand only in the response to a GET of one.
 */
const answeredOnly: Partial<Record<TypeName, readonly string[]>> = {
  action: [
    ...["all_changes_deployed", "built_at", "current_version", "deployed_version", "installed_integration_id"],
    ...["integration", "status"],
  ],
  brandingTheme: ["themeId"],
  bruteForceProtection: ["form_submission_behavior", "form_submission_mode"],
  captcha: ["simple_captcha"],
  client: [
    ...["callback_url_template", "client_id", "config_route", "encrypted", "external_client_id"],
    ...["external_metadata_created_by", "external_metadata_type", "global", "jwks_uri", "owners", "signing_keys"],
  ],
  clientGrant: ["is_system"],
  connection: ["provisioning_ticket_url"],
  customDomain: [
    "certificate",
    "custom_domain_id",
    "is_default",
    "origin_domain_name",
    "primary",
    "status",
    "verification",
  ],
  networkAcl: ["deleted_at", "tenant_id"],
  organization: ["client", "enabled_connections"],
  organizationConnection: ["connection"],
  promptRendering: ["prompt", "screen"],
  resourceServer: ["client_id", "is_system"],
  role: ["owner_id", "type"],
  tenantSettings: ["sandbox_versions_available"],
};

test.each(typeNames.filter((name) => takesUndocumented(described[name])))(
  "%s: a read has no undocumented properties that only the service sets, so an import has none",
  (name) => {
    const whole: Definition = definitions[name];
    const fields = Object.values(whole.schema.fields).filter(isAtTop);
    const always = ["id", "tenant", "created_at", "updated_at", idNameOf(whole)];
    const members = [...always, ...(whole.setByService ?? []), ...(answeredOnly[name] ?? [])];
    const body = Object.fromEntries(members.map((member) => [member, "set by the service"]));
    expect(fields.map((field) => undocumentedIn(field, body))).toEqual([undefined]);
  },
);
