import { sanitize } from "../../client/index.ts";
import type { Definition } from "../../schema/definition.ts";
import { isObject, type JsonObject, own } from "../../schema/json.ts";
import type { Credentials } from "../../schema/service.ts";
import { withIgnored } from "../../state/plan.ts";
import { UserError } from "../errors.ts";
import type { Problem, ResourceType } from "../resource-type.ts";

/** How a tenant uses an outside service. */
interface OutsideService {
  /** The credentials by the value of the property `name`. A service without required credentials needs no `credentials` at all. */
  readonly credentialsOf: Readonly<Record<string, Credentials>>;
  /**
   * The further values that an update sends if the name changes, because the tenant's service removes them otherwise.
   *
   * @param inputs with the tenant's values where the program ignores their changes
   */
  readonly sentWithName: (changes: JsonObject, inputs: JsonObject, live: JsonObject) => JsonObject;
}

/** The rules of such a singleton. */
type OutsideRules = Required<Pick<ResourceType, "rules" | "refusals">> & {
  adjust(changes: JsonObject, inputs: JsonObject, live: JsonObject): JsonObject;
};

/**
 * The rules of a singleton through which the tenant uses one of several outside services. Its property `name` says which one, and `credentials` are those
 * of the tenant at this service. The API replaces all credentials together, and never returns all of them. An update sends them if one of them or the name
 * changes; each update sends credentials that are `replacedAlways`.
 */
export function outsideServiceOf(
  { schema: { noun, fields } }: Definition,
  { credentialsOf, sentWithName }: OutsideService,
): OutsideRules {
  const isSentAlways = fields.credentials?.kind === "object" && fields.credentials.replacedAlways === true;
  const needsNone = (name: unknown) => knownIn(credentialsOf, name)?.needs.length === 0;
  return {
    /** The refusal of a service that the tenant does not use yet, if the program declares no credentials for it. */
    refusals(args, live = {}) {
      const [name, has] = [own(args, "name"), own(live, "name")];
      if (name === undefined || needsNone(name) || name === has || own(args, "credentials") !== undefined) return [];
      const present = has === undefined ? `has no ${noun} yet` : `has the provider "${sanitize(String(has))}"`;
      return [
        `credentials: the tenant ${present}, and the service accepts a provider only with all its credentials. Declare credentials.`,
      ];
    },

    /**
     * Adds the values that the API would otherwise remove. Only declared credentials can be added, because the API does not return all credentials.
     *
     * @throws UserError if the API would remove all credentials and the program declares none, or if the tenant now uses another service
     */
    adjust(changes, inputs, live) {
      if (own(changes, "name") === null) return { name: null };
      const { credentials: changed, ...others } = changes;
      const declared = own(inputs, "credentials");
      // An update that switches the service on sends the name, too, as it is.
      const isAnother = own(changes, "name") !== undefined && own(changes, "name") !== own(live, "name");
      if (!isAnother) {
        refuseOther(noun, inputs, live);
        const isSent = isObject(changed) || (isSentAlways && Object.keys(changes).length > 0);
        return isSent && isObject(declared)
          ? { ...others, credentials: { ...(isObject(changed) && changed), ...declared } }
          : others;
      }
      if (!isObject(declared) && !needsNone(own(changes, "name")))
        throw new UserError(`${noun} was not changed: ${noCredentials}`);
      return {
        ...others,
        credentials: declared ?? {},
        ...sentWithName(changes, withIgnored(inputs, live, inputs), live),
      };
    },

    rules(args, _, before) {
      const [name, was] = [own(args, "name"), own(before, "name")];
      if (own(args, "credentials") === undefined && was !== undefined && was !== name && !needsNone(name))
        return [{ path: ["credentials"], says: `is required: ${noCredentials}` }];
      return credentialProblems(knownIn(credentialsOf, name), args);
    },
  };
}

function knownIn(credentialsOf: OutsideService["credentialsOf"], name: unknown): Credentials | undefined {
  return typeof name === "string" && Object.hasOwn(credentialsOf, name) ? credentialsOf[name] : undefined;
}

/** Refuses to send values of the declared service to another one. */
function refuseOther(noun: string, inputs: JsonObject, live: JsonObject): void {
  const [wanted, name] = [own(inputs, "name"), own(live, "name")];
  if (name === wanted) return;
  const has =
    name === undefined ? `no longer has ${article(noun)}` : `now has the provider "${sanitize(String(name))}"`;
  throw new UserError(
    `${noun} was not changed: the tenant ${has}, but the program declares "${sanitize(String(wanted))}". Run \`pulumi preview --refresh\` to ` +
      "see the changes that restore the declared provider, then `pulumi up --refresh`.",
  );
}

/** The missing credentials of the declared service, and those that it does not have. */
function credentialProblems(known: Credentials | undefined, args: JsonObject): readonly Problem[] {
  const [name, credentials] = [own(args, "name"), own(args, "credentials")];
  if (!known || !isObject(credentials)) return [];
  const { needs, may = [], together = [] } = known;
  const isDeclared = (key: string) => own(credentials, key) !== undefined;
  const needed = together.some(isDeclared) ? [...needs, ...together] : needs;
  const missing = needed.filter((key) => !isDeclared(key));
  const foreign = Object.keys(credentials).filter((key) => ![...needs, ...may, ...together].includes(key));
  return [
    ...missing.map((key) => ({
      path: ["credentials", key],
      says: `is required for the provider "${String(name)}": the service replaces all credentials together`,
    })),
    ...foreign.map((key) => ({
      path: ["credentials", key],
      says: `is not a credential of the provider "${String(name)}"`,
    })),
  ];
}

const noCredentials =
  "a change of `name` makes the service remove all credentials, and the program declares none. Declare `credentials`.";

function article(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}
