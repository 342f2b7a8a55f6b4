import type { ProgramLine } from "../pulumi-cli/exported-stack.ts";
import { byText } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { today } from "./days.ts";
import { type AuditedObject, Others, type Rule, severities, type Verdict, verdictOf } from "./rule.ts";
import { apiRules } from "./rules/api.ts";
import { clientRules } from "./rules/client.ts";
import { connectionRules } from "./rules/connection.ts";
import { domainAndLogRules } from "./rules/domains-and-logs.ts";
import { organizationAndActionRules } from "./rules/organization-and-action.ts";
import { signInRules } from "./rules/sign-in.ts";
import { tenantRules } from "./rules/tenant.ts";
import { isInForce, isMeant, remarkOnEnd, type Waiver, Waivers } from "./waivers.ts";

/** All rules of the baseline and its profiles. */
export const rules: readonly Rule[] = [
  ...clientRules,
  ...apiRules,
  ...connectionRules,
  ...organizationAndActionRules,
  ...tenantRules,
  ...domainAndLogRules,
  ...signInRules,
];

/** The types whose objects the rules judge or look up. */
export function typesOf(inForce: readonly Rule[]): ReadonlySet<TypeName> {
  return new Set(inForce.flatMap(({ type, looksUp = {} }) => [type, ...(Object.keys(looksUp) as TypeName[])]));
}

/** An audited object with the names that reports use. */
export interface NamedObject extends AuditedObject {
  /** Whether a stack of another project manages the object. Default: false. */
  readonly isForeign?: boolean | undefined;
  /** The name of the resource in the program. If no known stack manages the object, the object's name at the tenant. */
  readonly name: string;
  /** The line of the program that declares the resource, if it is known. */
  readonly line?: ProgramLine | undefined;
}

/** A rule that an object breaks. */
export interface Failure {
  readonly rule: Rule;
  readonly object: NamedObject;
}

/** A rule that could not be judged for an object. */
export interface Unjudged extends Failure {
  /** The reason, as text after "unknown:". */
  readonly why: string;
}

/** A failure that a waiver permits for a limited time. */
export interface Waived extends Failure {
  readonly waiver: Waiver;
}

/** A waiver that needs attention. */
export interface WaiverRemark {
  readonly waiver: Waiver;
  /** The remark, as the predicate of a sentence about the waiver: `ended on 2026-12-31 …`. */
  readonly says: string;
}

/** A part of the tenant that an audit could not read or judge. */
export interface Unread {
  /** The type of the objects in this part. Undefined if this version of pulumi-tenant does not know the type. */
  readonly type?: TypeName;
  /** A printable label of the part, which can consist of several objects. */
  readonly label: string;
  /** The reason: a printable sentence without a full stop. */
  readonly why: string;
  /** Whether the tenant failed when it was asked, so that a later run may read the part. Default: false. */
  readonly isOutage?: true;
}

/** Options of an audit, in addition to its objects and rules. */
export interface AuditOptions {
  /** Default: none. */
  readonly waivers?: Waivers;
  /** The parts of the tenant that could not be read. The audit lacks their objects. Default: none. */
  readonly unread?: readonly Unread[];
  /** Whether the objects are all objects of a tenant, except those in `unread`. Default: false; they are the objects of one stack. */
  readonly isWholeTenant?: boolean;
  /** Whether `name` of each object that a stack manages is the name of its resource. Default: true. */
  readonly areNamed?: boolean;
  /** The day on which a waiver must be in force to permit a failure, as `2026-12-31`. Default: today. */
  readonly day?: string;
}

/** The result of an audit. */
export interface Audit {
  /** The number of audited objects. */
  readonly objects: number;
  /** The number of rules that were in force. */
  readonly rules: number;
  /** Failures that no waiver permits, by severity (the worst first), rule and name. */
  readonly failed: readonly Failure[];
  /** Failures that a waiver permits, in the same order as `failed`. */
  readonly waived: readonly Waived[];
  /** Waivers that have ended, end soon, or cover no failure. */
  readonly remarks: readonly WaiverRemark[];
  readonly unknown: readonly Unjudged[];
  /** The parts of the tenant that could not be read, and therefore not judged. */
  readonly unread: readonly Unread[];
  readonly passed: number;
  /** The number of judgements in which the rule does not apply to the object. */
  readonly notApplicable: number;
}

/** Judges objects by rules. Rules about several objects see all given objects of the same tenant. */
export function auditOf(
  objects: readonly NamedObject[],
  inForce: readonly Rule[],
  { waivers = new Waivers([]), unread = [], isWholeTenant = false, areNamed = true, day = today() }: AuditOptions = {},
): Audit {
  const missing = new Set(unread.flatMap(({ type }) => type ?? []));
  // Whether the audit has all objects that a rule judges, with their resource names. If not, a waiver that matches no object can still be needed:
  // the object can be missing here, or be here without the name of its resource.
  const isComplete = ({ type }: Rule) => isWholeTenant && areNamed && !missing.has(type);
  const ofTenants = new Map(
    [...Map.groupBy(objects, ({ tenant }) => tenant)].map(([tenant, all]) => [tenant, new Others(all, missing)]),
  );
  const failed: Failure[] = [];
  const waived: Waived[] = [];
  const unknown: Unjudged[] = [];
  /** Properties that the tenant did not return to this token, by type and reason. */
  const withheld = new Map<string, Unread>();
  const counts = { passes: 0, "does not apply": 0 };
  const covered: CoveredJudgement[] = [];
  const byType = Map.groupBy(inForce, ({ type }) => type);
  for (const object of objects) {
    const others = ofTenants.get(object.tenant) ?? new Others([object], missing);
    for (const rule of byType.get(object.type) ?? []) {
      const verdict: Verdict = isJudged(rule, object) ? verdictOf(rule, object, others) : { is: "does not apply" };
      const covering = waivers.covering(rule.id, object);
      if (covering.length > 0) covered.push({ is: verdict.is, waivers: covering });
      const waiver = covering.find((one) => isInForce(one, day));
      if (verdict.is === "unknown") {
        const { why, isWithheld } = verdict;
        unknown.push({ rule, object, why });
        const { type } = object;
        if (isWithheld) withheld.set(`${type} ${why}`, { type, label: `parts of ${definitions[type].plural}`, why });
      } else if (verdict.is !== "fails") counts[verdict.is] += 1;
      else if (waiver) waived.push({ rule, object, waiver });
      else failed.push({ rule, object });
    }
  }
  return {
    objects: objects.length,
    rules: inForce.length,
    failed: failed.toSorted(worstFirst),
    waived: waived.toSorted(worstFirst),
    remarks: remarksOn(waivers, covered, day, new Set(inForce.filter(isComplete).map(({ id }) => id)), objects),
    unknown,
    unread: [...unread, ...withheld.values()],
    passed: counts.passes,
    notApplicable: counts["does not apply"],
  };
}

/** Whether a rule can be judged for an object. If the values come from the tenant, a rule about arguments that exist only in programs cannot. */
function isJudged({ type, paths }: Rule, { isLive }: NamedObject): boolean {
  const { metaArguments = {} } = definitions[type].schema as Schema;
  return isLive !== true || paths.length === 0 || !paths.every((path) => Object.hasOwn(metaArguments, path));
}

/** A judgement with all waivers of its rule that match its object, including waivers that have ended. */
export interface CoveredJudgement {
  readonly is: Verdict["is"];
  readonly waivers: readonly Waiver[];
}

/**
 * The waivers that have ended, end soon, or cover no failure.
 *
 * @param complete the ids of the rules that have judged every object of the tenant. A waiver that matches no object is reported only if its rule is
 *   one of them. Otherwise the waiver can refer to an object of another stack, or to an object that no stack manages
 * @param objects the audited objects. A waiver of a stack or a tenant that none of them has is not reported as matching nothing
 */
export function remarksOn(
  { all }: Waivers,
  judgements: readonly CoveredJudgement[],
  day: string,
  complete: ReadonlySet<string> = new Set(),
  objects: readonly NamedObject[] = [],
): readonly WaiverRemark[] {
  const isHere = ({ stack, tenant }: Waiver) =>
    (stack === undefined && tenant === undefined) || objects.some((object) => isMeant({ stack, tenant }, object));
  const matching = new Set(judgements.flatMap(({ waivers }) => waivers));
  const needing = judgements.filter(({ is }) => is === "fails" || is === "unknown");
  const needed = new Set(needing.flatMap(({ waivers }) => waivers));
  const remarkOnUse = (waiver: Waiver) => {
    if (!isInForce(waiver, day) || needed.has(waiver)) return undefined;
    // All stacks of a project share one file and can manage different tenants, so another stack can still need the waiver.
    if (matching.has(waiver)) return "covers no failure any more. Remove it if no other stack or tenant needs it";
    if (!complete.has(waiver.rule) || !isHere(waiver)) return undefined;
    return "matches nothing at this tenant. Correct the resource, or remove the waiver if no other tenant needs it";
  };
  return all.flatMap((waiver) => {
    const says = remarkOnUse(waiver) ?? remarkOnEnd(waiver, day);
    return says === undefined ? [] : [{ waiver, says }];
  });
}

function worstFirst(a: Failure, b: Failure): number {
  const bySeverity = severities.indexOf(a.rule.severity) - severities.indexOf(b.rule.severity);
  return bySeverity || byText(a.rule.id, b.rule.id) || byText(a.object.name, b.object.name);
}
