import type { Fields } from "../../schema/schema.ts";
import { key, place } from "../arguments.ts";
import { lookUp, type OutputArgs } from "../look-ups.ts";
import { exactlyOne, matching, type Source } from "../rows.ts";

/** What both kinds of keys have. */
const keyFields = {
  cert: { kind: "string", notSecret: true },
  current: { kind: "boolean", absent: false },
  next: { kind: "boolean", absent: false },
  previous: { kind: "boolean", absent: false },
  currentSince: { kind: "string" },
  fingerprint: { kind: "string", notSecret: true },
  thumbprint: { kind: "string", notSecret: true },
} as const satisfies Fields;

const signingKeyFields = {
  ...keyFields,
  pkcs7: { kind: "string", notSecret: true },
  revoked: { kind: "boolean", absent: false },
} as const satisfies Fields;

const connectionKeyFields = {
  ...keyFields,
  algorithm: { kind: "string" },
  keyUse: { kind: "string" },
  subjectDn: { kind: "string" },
} as const satisfies Fields;

/** A key with which the service signs: its public half. A property that the service omits is absent. */
interface PublicKey {
  /** The id of the key: `kid` in the headers of tokens. */
  readonly id: string;
  /** The certificate, PEM. */
  readonly cert?: string | undefined;
  /** Whether the service signs with the key. */
  readonly current: boolean;
  /** Whether the key follows at the next rotation. */
  readonly next: boolean;
  /** Whether the key was current before the last rotation. */
  readonly previous: boolean;
  /** The time since which the key is current. */
  readonly currentSince?: string | undefined;
  /** The fingerprint of the certificate, SHA-1 with colons. */
  readonly fingerprint?: string | undefined;
  /** The fingerprint without colons. */
  readonly thumbprint?: string | undefined;
}

/** A key with which the tenant signs tokens. */
export interface GetSigningKeyResult extends PublicKey {
  /** The certificate as PKCS #7, PEM. */
  readonly pkcs7?: string | undefined;
  /** Whether the key was revoked: its tokens are no longer valid. */
  readonly revoked: boolean;
}

/** The result of {@link getSigningKeys}. */
export interface GetSigningKeysResult {
  /** The keys, in the service's order. */
  readonly signingKeys: GetSigningKeyResult[];
}

const signingKeySource: Source = {
  descriptor: {
    ...{ type: "SigningKey", route: "keys/signing", scopes: { read: ["read:signing_keys"] } },
    listing: { paging: "whole", names: ["kid"] },
  },
  noun: "signing key",
  id: "kid",
  fields: signingKeyFields,
  describe: ({ id }) => id,
};

const signingKeys = lookUp<Readonly<Record<string, undefined>>, GetSigningKeysResult>({
  name: "getSigningKeys",
  source: signingKeySource,
  args: {},
  answer: (found) => ({ signingKeys: matching(found) as unknown as GetSigningKeyResult[] }),
});

/**
 * The keys with which the tenant signs tokens: public halves only. Route: `GET /keys/signing`; scope: `read:signing_keys`. {@link LookUp} describes the
 * common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { signingKeys } = await tenant.getSigningKeys();
 * export const certificate = signingKeys.find(({ current }) => current)?.cert;
 * ```
 */
export const getSigningKeys = signingKeys.plain;

/** {@link getSigningKeys} as an output; see {@link OutputLookUp}. */
export const getSigningKeysOutput = signingKeys.output;

/** A key with which the service signs requests to the identity provider of a connection. */
export interface GetConnectionKeyResult extends PublicKey {
  /** The algorithm: `RS256`. */
  readonly algorithm?: string | undefined;
  /** What the key is for: `signing` or `encryption`. */
  readonly keyUse?: string | undefined;
  /** The subject of the certificate. */
  readonly subjectDn?: string | undefined;
}

/** The connection whose keys are requested. */
export interface GetConnectionKeysArgs {
  /** The id of the connection, of the strategy `oidc` or `okta`: `con_…`. */
  connectionId: string;
}

/** {@link GetConnectionKeysArgs} with values that may be outputs. */
export type GetConnectionKeysOutputArgs = OutputArgs<GetConnectionKeysArgs>;

/** The result of {@link getConnectionKeys}. */
export interface GetConnectionKeysResult {
  /** The keys, in the service's order. */
  readonly connectionKeys: GetConnectionKeyResult[];
}

const connectionKeys = lookUp<GetConnectionKeysArgs, GetConnectionKeysResult>({
  name: "getConnectionKeys",
  source: {
    descriptor: {
      ...{
        type: "ConnectionKey",
        route: "connections/{connectionId}/keys",
        scopes: { read: ["read:connections_keys"] },
      },
      listing: { paging: "whole", names: ["kid"] },
    },
    noun: "connection key",
    id: "kid",
    fields: connectionKeyFields,
    describe: ({ id }) => id,
  },
  args: { connectionId: place },
  required: [["connectionId"]],
  answer: (found) => ({ connectionKeys: matching(found) as unknown as GetConnectionKeyResult[] }),
});

/**
 * The keys with which the service signs requests to the identity provider of a connection, so that the provider's configuration can have the
 * certificate: public halves only. Route: `GET /connections/{id}/keys`; scope: `read:connections_keys`. {@link LookUp} describes the common properties of
 * look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { connectionKeys } = await tenant.getConnectionKeys({ connectionId: "con_0123456789abcdef" });
 * export const certificate = connectionKeys.find(({ current }) => current)?.cert;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such connection, or its strategy has no keys
 */
export const getConnectionKeys = connectionKeys.plain;

/** {@link getConnectionKeys} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getConnectionKeysOutput = connectionKeys.output;

/** The user whose organizations are requested. */
export interface GetUserOrganizationsArgs {
  /** The id of the user: `auth0|…`. */
  userId: string;
}

/** {@link GetUserOrganizationsArgs} with values that may be outputs. */
export type GetUserOrganizationsOutputArgs = OutputArgs<GetUserOrganizationsArgs>;

/** An organization of which a user is a member. */
export interface GetUserOrganizationResult {
  /** The id of the organization: `org_…`. */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** The name that users see. */
  readonly displayName?: string | undefined;
}

/** The result of {@link getUserOrganizations}. */
export interface GetUserOrganizationsResult {
  /** The organizations, in the service's order. */
  readonly organizations: GetUserOrganizationResult[];
}

const userOrganizations = lookUp<GetUserOrganizationsArgs, GetUserOrganizationsResult>({
  name: "getUserOrganizations",
  source: {
    descriptor: {
      ...{ type: "UserOrganization", route: "users/{userId}/organizations", scopes: { read: ["read:organizations"] } },
      listing: { paging: "offset", names: ["name", "id"] },
    },
    noun: "organization",
    fields: { name: { kind: "string", required: true }, displayName: { kind: "string" } },
    describe: ({ id, name }) => `"${name}" (${id})`,
  },
  args: { userId: place },
  required: [["userId"]],
  answer: (found) => ({ organizations: matching(found) as unknown as GetUserOrganizationResult[] }),
});

/**
 * The organizations of which a user is a member. Route: `GET /users/{id}/organizations`; scope: `read:organizations`. {@link LookUp} describes the
 * common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { organizations } = await tenant.getUserOrganizations({ userId: "auth0|0123456789abcdef01234567" });
 * export const names = organizations.map(({ name }) => name);
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such user
 */
export const getUserOrganizations = userOrganizations.plain;

/** {@link getUserOrganizations} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getUserOrganizationsOutput = userOrganizations.output;

/** The filter for groups. Texts are compared exactly, including letter case. Default: all groups. */
export interface GetGroupsArgs {
  /** The name. Groups of different connections can have the same name. */
  name?: string | undefined;
  /** The id of the connection from whose directory the group comes: `con_…`. */
  connectionId?: string | undefined;
}

/** {@link GetGroupsArgs} with values that may be outputs. */
export type GetGroupsOutputArgs = OutputArgs<GetGroupsArgs>;

/** The requested group: exactly one of name and id, and the connection if several have a group of that name. */
export type GetGroupArgs = Pick<GetGroupsArgs, "connectionId"> &
  ({ name: string; id?: undefined } | { id: string; name?: undefined });

/** {@link GetGroupArgs} with values that may be outputs. */
export type GetGroupOutputArgs = OutputArgs<GetGroupArgs>;

/** A group, which the directory of an identity provider has made. A property that the service omits is absent. */
export interface GetGroupResult {
  /** The id of the group: `grp_…`. */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** The id of the group in the directory. */
  readonly externalId?: string | undefined;
  /** The id of the connection from whose directory the group comes. */
  readonly connectionId?: string | undefined;
}

/** The result of {@link getGroups}. */
export interface GetGroupsResult {
  /** The groups, in the service's order. */
  readonly groups: GetGroupResult[];
}

const groupSource: Source = {
  descriptor: {
    ...{ type: "Group", route: "groups", scopes: { read: ["read:groups"] } },
    listing: { paging: "checkpoint", names: ["name", "id"] },
  },
  noun: "group",
  fields: {
    name: { kind: "string", required: true },
    externalId: { kind: "string" },
    connectionId: { kind: "string" },
  },
  describe: ({ id, name, connectionId }) =>
    `"${name}" (${id})${connectionId === undefined ? "" : `, connection ${connectionId}`}`,
};

/** The service searches by both arguments. */
const searched = ({ name, connectionId }: GetGroupsArgs) => ({ query: { name, connection_id: connectionId } });

const group = lookUp<GetGroupArgs, GetGroupResult>({
  name: "getGroup",
  source: groupSource,
  args: { name: key, id: key, connectionId: key },
  required: [["name", "id"]],
  reads: ({ id, ...filter }) => [id === undefined ? searched(filter) : { key: id }],
  answer: (found) => exactlyOne(found) as unknown as GetGroupResult,
});

const groups = lookUp<GetGroupsArgs, GetGroupsResult>({
  name: "getGroups",
  source: groupSource,
  args: { name: key, connectionId: key },
  reads: (filter) => [searched(filter)],
  answer: (found) => ({ groups: matching(found) as unknown as GetGroupResult[] }),
});

/**
 * One group, by name or id. Routes: `GET /groups?name=…`, `GET /groups/{id}`; scope: `read:groups`. {@link LookUp} describes the common properties of
 * look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const group = await tenant.getGroup({ name: "Support team" });
 * export const groupId = group.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such group, or several connections have one
 */
export const getGroup = group.plain;

/** {@link getGroup} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getGroupOutput = group.output;

/**
 * The groups that directories have made. Route: `GET /groups`; scope: `read:groups`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { groups } = await tenant.getGroups({ connectionId: "con_0123456789abcdef" });
 * export const groupNames = groups.map(({ name }) => name);
 * ```
 */
export const getGroups = groups.plain;

/** {@link getGroups} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getGroupsOutput = groups.output;
