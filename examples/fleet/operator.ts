import { tenants } from "./tenants.ts";

// Prints one Stack per tenant for the Pulumi Kubernetes Operator: node operator.ts > stacks.yaml. JSON is YAML, too.

/** The tenant's credentials, from the Kubernetes secret `tenant-<name>`. */
const fromSecret = (name: string, key: string) => ({ type: "Secret", secret: { name: `tenant-${name}`, key } });
const literal = (value: string) => ({ type: "Literal", literal: { value } });

const stacks = Object.entries(tenants).map(([name, { domain }]) => ({
  apiVersion: "pulumi.com/v1",
  kind: "Stack",
  metadata: { name: `tenant-${name}`, namespace: "default" },
  spec: {
    serviceAccountName: "tenant",
    projectRepo: "https://git.example.com/identity/fleet.git",
    branch: "main",
    shallow: true,
    stack: `example/fleet/${name}`,
    // Read the tenant before every run, and run once an hour, also without a new commit.
    refresh: true,
    continueResyncOnCommitMatch: true,
    resyncFrequencySeconds: 3600,
    // Deleting this Kubernetes object does not delete the tenant's objects.
    destroyOnFinalize: false,
    envRefs: {
      PULUMI_ACCESS_TOKEN: fromSecret(name, "accessToken"),
      TENANT_DOMAIN: literal(domain),
      TENANT_STRICT: literal("true"),
      TENANT_CLIENT_ID: fromSecret(name, "clientId"),
      TENANT_CLIENT_SECRET: fromSecret(name, "clientSecret"),
    },
  },
}));

for (const stack of stacks) process.stdout.write(`---\n${JSON.stringify(stack, null, 2)}\n`);
