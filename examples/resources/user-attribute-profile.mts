import * as tenant from "pulumi-tenant";

const customers = new tenant.UserAttributeProfile("customers", {
  name: "Customers",
  userAttributes: {
    email: {
      description: "The business e-mail address",
      label: "E-mail",
      profileRequired: true,
      auth0Mapping: "email",
      oidcMapping: { mapping: "email" },
      scimMapping: "emails[primary eq true].value",
    },
  },
});
export const customersId = customers.id;
