import * as tenant from "pulumi-tenant";

new tenant.ConnectionDirectory("staff", {
  connectionId: tenant.getConnectionOutput({ name: "staff" }).id,
  synchronizeAutomatically: true,
});
