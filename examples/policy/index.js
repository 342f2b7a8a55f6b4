const { validateResourceOfType } = require("@pulumi/policy");
const tenant = require("pulumi-tenant");
const { TenantBaseline } = require("pulumi-tenant/policy");

new TenantBaseline("baseline", {
  // Rules of these severities stop a run; all others warn.
  mandatory: "high",
  levels: { "client-no-password-grant": "advisory" },
  // Rules of your own. Keep values out of the messages: policies see secrets in plain text.
  policies: [
    {
      name: "client-has-owner",
      description: "Every application names the team that owns it.",
      enforcementLevel: "mandatory",
      validateResource: validateResourceOfType(tenant.Client, (client, args, reportViolation) => {
        if (!client.clientMetadata?.owner) reportViolation(`Declare clientMetadata.owner of ${args.name}.`);
      }),
    },
  ],
});
