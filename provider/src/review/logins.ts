import { labelOf, type ObjectGraph } from "../graph/graph.ts";
import { isSecret } from "../pulumi-cli/values.ts";
import { type JsonObject, own, unknownValue } from "../schema/json.ts";
import type { Field, Fields } from "../schema/schema.ts";
import { definitions } from "../types/registry.ts";
import { keyOf, type Outcome } from "./outcomes.ts";

/** An object, such as an application, to which users can log in through fewer objects after a plan. All names are untrusted texts. */
export interface LoginLoss {
  readonly name: string;
  /** The URNs of the resources whose change ends the logins. */
  readonly urns: readonly string[];
  /** The noun of the objects through which users log in: `connection`. */
  readonly noun: string;
  /** The objects through which users can no longer log in. */
  readonly lost: readonly string[];
  /** The objects of this stack through which users still can. */
  readonly left: readonly string[];
  /** Whether further objects may open logins, because the plan knows some values only during the run. */
  readonly isUnsure?: true;
}

/** A login that an object opens: through which object, and to which one. */
interface Opening {
  readonly urn: string;
  readonly noun: string;
  /** Equal for all resources that open logins through the same object. */
  readonly via: string;
  readonly viaName: string;
  /** Undefined if it is not known. */
  readonly to: string | undefined;
}

/**
 * The objects that lose logins, as sets of their ids say which their definition marks (`opensLogin`). Objects that the plan deletes are left out. Other
 * stacks can open further logins.
 *
 * @param mayStay the URNs of deleted resources whose objects, or members of them, may stay
 */
export function loginLossesIn(
  outcomes: readonly Outcome[],
  graph: ObjectGraph,
  mayStay: ReadonlySet<string>,
): readonly LoginLoss[] {
  const deleted = outcomes.filter(({ act, urn }) => act === "delete" && !mayStay.has(urn));
  const gone = new Map(
    deleted.flatMap((one) => (one.id === undefined ? [] : [[keyOf(one, one.type, one.id), one.urn] as const])),
  );
  const stays = ({ via }: Opening) => !gone.has(via);
  const before = outcomes.flatMap((one) => openingsOf(one, one.before, graph));
  const after = outcomes
    .flatMap((one) => openingsOf(one, mayStay.has(one.urn) ? one.before : one.after, graph))
    .filter(stays);
  const isUnsure = after.some(({ to }) => to === undefined);
  return [...Map.groupBy(before, ({ to }) => to)].flatMap(([to, all]): LoginLoss | [] => {
    if (to === undefined || gone.has(to)) return [];
    const left = after.filter((one) => one.to === to);
    // A replaced object opens the same logins under another id.
    const lost = all.filter(({ via, urn }) => !left.some((one) => one.via === via || one.urn === urn));
    const [first] = lost;
    if (!first) return [];
    const [tenant = "", type = "", id = ""] = JSON.parse(to) as readonly string[];
    const node = graph.ofId(tenant, type, id);
    const names = (some: readonly Opening[]) => [...new Set(some.map(({ viaName }) => viaName))];
    return {
      ...{ name: node ? labelOf(node, node.versions[0]) : id, noun: first.noun, lost: names(lost), left: names(left) },
      urns: [...new Set(lost.map(({ via, urn }) => gone.get(via) ?? urn))],
      ...(isUnsure && ({ isUnsure: true } as const)),
    };
  });
}

function openingsOf(outcome: Outcome, values: JsonObject | undefined, graph: ObjectGraph): readonly Opening[] {
  const { schema } = definitions[outcome.type];
  return Object.entries<Field>(schema.fields).flatMap(([path, { opensLogin, ...field }]) => {
    const value = own(values, path);
    if (opensLogin === undefined || value === undefined || value === null) return [];
    const { via, viaName } = throughOf(outcome, opensLogin, values, graph);
    const ids = Array.isArray(value) ? value : [value];
    return ids.map((id) => {
      const isKnown = typeof id === "string" && id !== unknownValue && !isSecret(id);
      const to = isKnown ? keyOf(outcome, field.idOf ?? "", id) : undefined;
      return { urn: outcome.urn, noun: schema.noun, via, viaName, to };
    });
  });
}

/** The object through which users log in: the one of the resource, or the one to which a property refers. */
function throughOf(
  outcome: Outcome,
  property: string,
  values: JsonObject | undefined,
  graph: ObjectGraph,
): Pick<Opening, "via" | "viaName"> {
  const { type, urn, act, dependencies } = outcome;
  const fields: Fields = definitions[type].schema.fields;
  const isOwn = property === "id";
  const isMade = act === "create" || (act === "replace" && values === outcome.after);
  const value = isOwn ? (isMade ? unknownValue : outcome.id) : own(values, property);
  const maker = isOwn ? urn : (dependencies[property]?.[0] ?? urn);
  const isKnown = typeof value === "string" && value !== unknownValue;
  const ofType = isOwn ? type : (fields[property]?.idOf ?? type);
  const node = isKnown ? graph.ofId(outcome.tenant, ofType, value) : graph.ofResource(maker);
  return {
    via: isKnown ? keyOf(outcome, ofType, value) : maker,
    viaName: node ? labelOf(node, node.versions[0]) : String(isKnown ? value : maker),
  };
}
