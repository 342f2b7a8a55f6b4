import * as tenant from "pulumi-tenant";

const north = new tenant.Organization(
  "north",
  {
    name: "north",
    displayName: "North",
    branding: { logoUrl: "https://north.example.com/logo.png" },
    metadata: { plan: "enterprise" },
  },
  { protect: true },
);
export const northId = north.id;
