/**
 * A token exchange profile: how a custom token exchange request is executed (specification 2.1). The service gives all of
 * these properties; one that it leaves out is absent.
 */
export interface TokenExchangeProfile {
  /** The profile's id. */
  readonly id: string;
  /** A name for people, 3 to 50 characters. */
  readonly name: string;
  /** A URI, 8 to 100 characters: a token exchange request whose subject token has this type runs the profile. */
  readonly subjectTokenType: string;
  /** The custom token exchange action that validates the subject token; 1 to 36 characters. */
  readonly actionId: string;
  /** How the profile is executed. The specification knows `custom_authentication`. */
  readonly type: string;
  /** When it was created, ISO 8601. */
  readonly createdAt: string;
  /** When it was last changed, ISO 8601. */
  readonly updatedAt: string;
}

/** What a profile must have; absent keys do not count. Compared exactly, letter case included. */
export type Filter = Partial<Readonly<Pick<TokenExchangeProfile, "name" | "subjectTokenType" | "actionId" | "type">>>;

const wireNames: Readonly<Record<keyof TokenExchangeProfile, string>> = {
  id: "id",
  name: "name",
  subjectTokenType: "subject_token_type",
  actionId: "action_id",
  type: "type",
  createdAt: "created_at",
  updatedAt: "updated_at",
};

/** A profile of the wire as programs see it; undefined if it is none. Properties that are not declared are left out. */
export function profileFrom(item: unknown): TokenExchangeProfile | undefined {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
  const values = new Map(Object.entries(item));
  const entries = Object.entries(wireNames)
    .map(([key, wireName]) => [key, values.get(wireName)] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  if (values.get("id") == null || entries.some(([, value]) => typeof value !== "string")) return undefined;
  return Object.fromEntries(entries) as unknown as TokenExchangeProfile;
}

export function matches(profile: TokenExchangeProfile, filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => profile[key as keyof Filter] === value);
}

/** What was asked, and all that the tenant has. */
export interface Found {
  readonly host: string;
  readonly filter: Filter;
  /** The filter holds a secret: neither it nor what it finds is to be shown. */
  readonly confidential: boolean;
  readonly profiles: readonly TokenExchangeProfile[];
}

/** The profiles that match, in the service's order. */
export function matching({ profiles, filter }: Found): TokenExchangeProfile[] {
  return profiles.filter((profile) => matches(profile, filter));
}

/**
 * The one profile that matches.
 *
 * @throws Error that lists what there is, if it is none or several
 */
export function exactlyOne(found: Found): TokenExchangeProfile {
  const candidates = matching(found);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const { host, profiles } = found;
  const condition = describeFilter(found);
  if (only === undefined) {
    throw new Error(`Tenant ${host} has no token exchange profile${condition}. ${inventory(found, profiles)}`);
  }
  throw new Error(
    `Tenant ${host} has ${candidates.length} token exchange profiles${condition}, and exactly one is asked for. ` +
      inventory(found, candidates),
  );
}

/** More would fill the screen and help nobody. */
const mostShown = 20;

function inventory({ confidential }: Found, profiles: readonly TokenExchangeProfile[]): string {
  if (profiles.length === 0) return "It has none at all.";
  const shown = profiles
    .slice(0, mostShown)
    .map(({ id, name, subjectTokenType }) =>
      confidential ? `  - ${id}` : `  - "${name}" (${id}), subject token type ${subjectTokenType}`,
    );
  const rest = profiles.length - shown.length;
  return `There ${profiles.length === 1 ? "is" : "are"}:\n${[...shown, ...(rest > 0 ? [`  - and ${rest} more`] : [])].join("\n")}`;
}

function describeFilter({ filter, confidential }: Found): string {
  const parts = Object.entries(filter).map(
    ([key, value]) => `${key} ${confidential ? "[secret]" : JSON.stringify(value)}`,
  );
  return parts.length === 0 ? "" : ` with ${parts.join(" and ")}`;
}
