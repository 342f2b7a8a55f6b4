/** A resource of another tool, in the words of Terraform's provider. */
export type Row = readonly [type: string, name: string, attributes: Readonly<Record<string, unknown>>];

const [portal, job] = ["examplePortal0000000000000000000", "exampleJob0000000000000000000000"];
const [orders, stock] = ["https://orders.example.com", "https://stock.example.com"];
const [north, south] = ["org_0000000000000001", "org_0000000000000002"];
const [admin, reader] = ["rol_0000000000000001", "rol_0000000000000002"];
const [logins, users, partner] = ["con_0000000000000001", "con_0000000000000002", "con_0000000000000003"];
const staff = "con_0000000000000004";
const [enrich, exchange] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
const [ann, bea, cem] = [7, 8, 9].map((last) => `auth0|0123456789abcdef0123456${last}`) as [string, string, string];

/** The ids and identifiers of the whole tenant. */
export const at = {
  portal,
  job,
  orders,
  stock,
  north,
  south,
  admin,
  reader,
  logins,
  users,
  partner,
  staff,
  enrich,
  exchange,
  ann,
  bea,
  cem,
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
