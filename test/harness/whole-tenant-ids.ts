/** A resource of another tool, in the words of Terraform's provider. */
export type Row = readonly [type: string, name: string, attributes: Readonly<Record<string, unknown>>];

/** The ids and identifiers of the whole tenant. */
export const at = {
  portal: "examplePortal0000000000000000000",
  job: "exampleJob0000000000000000000000",
  orders: "https://orders.example.com",
  stock: "https://stock.example.com",
  north: "org_0000000000000001",
  south: "org_0000000000000002",
  admin: "rol_0000000000000001",
  reader: "rol_0000000000000002",
  logins: "con_0000000000000001",
  users: "con_0000000000000002",
  partner: "con_0000000000000003",
  staff: "con_0000000000000004",
  enrich: "00000000-0000-4000-8000-000000000001",
  exchange: "00000000-0000-4000-8000-000000000002",
  ann: "auth0|0123456789abcdef01234567",
  bea: "auth0|0123456789abcdef01234568",
  cem: "auth0|0123456789abcdef01234569",
  scimToken: "tok_0000000000000001",
  grant: "cgr_0000000000000001",
  profile: "tep_0000000000000001",
  stream: "lst_0000000000000001",
  events: "est_0000000000000000000001",
  acl: "acl_0000000000000000000001",
  policy: "rlp_0000000000000000000001",
  signatures: "key_0000000000000000000001",
  module: "11111111-1111-4111-8111-000000000001",
  domain: "cd_0000000000000001",
  discovery: "ord_0000000000000000000001",
  group: "grp_11111111111111",
  vault: "ac_0000000000000000000001",
  flow: "af_0000000000000000000001",
  form: "ap_0000000000000000000001",
  attributes: "uap_0000000000000000000001",
  connections: "cop_0000000000000000000001",
  pages: "ssp_0000000000000000000001",
} as const;

/** Permissions for its API, as Terraform's provider lists them. */
export const permissionsElsewhere = ["read:orders", "write:orders", "delete:orders"].map((name) => ({
  ...{ name, resource_server_identifier: at.orders, resource_server_name: "Orders" },
}));
