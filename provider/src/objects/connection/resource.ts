import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../model/type-token.ts";
import { TenantResource } from "../../resources/base.ts";
import type {
  AnyStrategy,
  ConnectionArgs,
  ConnectionAuthentication,
  ConnectionConnectedAccounts,
  ConnectionCrossAppAccessRequestingApp,
  ConnectionCrossAppAccessResourceApp,
  ConnectionOptionsOutput,
} from "./args.ts";
import { connection } from "./descriptor.ts";

/**
 * A source of users: a company's identity provider, a social network, a database of users, or codes by email or text
 * message.
 *
 * A company's provider that speaks OpenID Connect, with a secret from the configuration
 * (`pulumi config set --secret corpSecret …`):
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const corp = new tenant.Connection("corp", {
 *   name: "corp",
 *   strategy: "oidc",
 *   displayName: "Corporate login",
 *   showAsButton: true,
 *   options: {
 *     type: "back_channel",
 *     discovery_url: "https://idp.example.com/.well-known/openid-configuration",
 *     issuer: "https://idp.example.com/",
 *     client_id: "tenant",
 *     client_secret: config.requireSecret("corpSecret"),
 *     scope: "openid profile email",
 *     domain_aliases: ["example.com"],
 *   },
 *   enabledClients: [config.require("portalClientId")],
 * });
 * export const corpId = corp.id;
 * ```
 *
 * One that speaks SAML:
 * ```ts
 * import { readFileSync } from "node:fs";
 * import * as tenant from "pulumi-tenant";
 *
 * new tenant.Connection("partner", {
 *   name: "partner",
 *   strategy: "samlp",
 *   realms: ["partner.example.com"],
 *   options: {
 *     signInEndpoint: "https://sso.partner.example.com/login",
 *     signOutEndpoint: "https://sso.partner.example.com/logout",
 *     signingCert: readFileSync("partner.pem").toString("base64"),
 *     signSAMLRequest: true,
 *     signatureAlgorithm: "rsa-sha256",
 *     digestAlgorithm: "sha256",
 *     fieldsMap: { email: "mail", name: ["displayName", "cn"] },
 *   },
 * });
 * ```
 *
 * A database of users. It is protected from deletion, see below:
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * new tenant.Connection("customers", {
 *   name: "customers",
 *   strategy: "auth0",
 *   options: {
 *     disable_signup: true,
 *     brute_force_protection: true,
 *     passwordPolicy: "good",
 *     password_history: { enable: true, size: 5 },
 *   },
 * });
 * ```
 *
 * A strategy whose options have no types here, with a secret among them:
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * new tenant.Connection("directory", {
 *   name: "directory",
 *   strategy: "adfs",
 *   options: {
 *     adfs_server: "https://adfs.example.com",
 *     upstream_params: { ticket: { value: config.requireSecret("ticket") } },
 *   },
 * });
 * ```
 *
 * **Options** that are not documented for the strategy are errors of the compiler. A new one is written as
 * `["its_name" as tenant.Undocumented]`: it is sent as it is, and those beside it are still checked.
 *
 * **Updates** never wipe options that the program does not mention. The service replaces `options` as a whole, so an
 * update reads the connection, merges what is declared into it and sends the result. Somebody else's change in the short
 * time between the two calls would be lost. The update needs the scopes `read:connections_options` and
 * `update:connections_options`. It is refused, before anything is sent, if undeclared options cannot be read or kept.
 *
 * **Secrets.** The options documented as secret, and all that the program wraps in `pulumi.secret` or reads with
 * `requireSecret`, are encrypted in the state and hidden on the screen, at any depth of the arguments. So is what looks secret in
 * options and metadata: by its name (`api_key`, `login_token`, `Authorization`, custom headers), by a misspelt name of one that is
 * documented as secret, or by itself (a private key, a URL with a password).
 *
 * **Deletion** of a connection deletes its users. Those of the strategies `auth0`, `sms` and `email` exist nowhere else,
 * so such a connection is created with Pulumi's own `protect` option, and the run says so: an attempt to delete or to
 * replace it (a change of `name` or `strategy` replaces) already fails in a preview. To delete one, declare it with
 * `{ protect: false }`, run `pulumi up`, and then delete it. The program's own `protect` option wins, also when it is false;
 * that of a parent component does not count. If `strategy` is an output, the guard cannot know it: set `protect` yourself.
 *
 * Routes: `POST /connections`, `GET|PATCH|DELETE /connections/{id}`, `GET|PATCH /connections/{id}/clients`; scopes
 * `create|read|update|delete:connections`, `read|update:connections_options`.
 *
 * @typeParam S the strategy; inferred from the arguments
 */
export class Connection<S extends AnyStrategy = AnyStrategy> extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(connection.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly strategy: pulumi.Output<string>;
  declare readonly displayName: pulumi.Output<string | undefined>;
  /** The declared options, as the tenant answers them. The secret ones are secret here, too. */
  declare readonly options: pulumi.Output<ConnectionOptionsOutput<S> | undefined>;
  declare readonly realms: pulumi.Output<string[] | undefined>;
  declare readonly isDomainConnection: pulumi.Output<boolean | undefined>;
  declare readonly showAsButton: pulumi.Output<boolean | undefined>;
  /** The declared keys. */
  declare readonly metadata: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  declare readonly authentication: pulumi.Output<pulumi.Unwrap<ConnectionAuthentication> | undefined>;
  declare readonly connectedAccounts: pulumi.Output<pulumi.Unwrap<ConnectionConnectedAccounts> | undefined>;
  declare readonly crossAppAccessRequestingApp: pulumi.Output<
    pulumi.Unwrap<ConnectionCrossAppAccessRequestingApp> | undefined
  >;
  declare readonly crossAppAccessResourceApp: pulumi.Output<
    pulumi.Unwrap<ConnectionCrossAppAccessResourceApp> | undefined
  >;
  declare readonly enabledClients: pulumi.Output<string[] | undefined>;
  /** Secret. The address at which the connector of strategy `ad` is set up; absent as soon as it is. */
  declare readonly provisioningTicketUrl: pulumi.Output<string | undefined>;

  /**
   * Manages a connection.
   *
   * All wrong arguments are reported at once, before anything is sent. A name that is taken is an error without `adopt`.
   * If the deletion of a connection of that name is still running, the creation waits for its end.
   */
  constructor(name: string, args: ConnectionArgs<S>, opts: pulumi.CustomResourceOptions = {}) {
    super(connection, name, args, opts);
  }
}
