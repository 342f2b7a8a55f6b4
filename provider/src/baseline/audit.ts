import { type AuditedObject, Others, type Rule, type Severity, severities, verdictOf } from "./rule.ts";
import { apiRules } from "./rules/api.ts";
import { clientRules } from "./rules/client.ts";
import { connectionRules } from "./rules/connection.ts";
import { organizationAndActionRules } from "./rules/organization-and-action.ts";

/** All rules of the baseline and its profiles. */
export const rules: readonly Rule[] = [...clientRules, ...apiRules, ...connectionRules, ...organizationAndActionRules];

/** An audited object with the names that reports use. */
export interface NamedObject extends AuditedObject {
  /** The resource that manages it. */
  readonly urn?: string | undefined;
  /** The name of the resource in the program. */
  readonly name: string;
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

/** The result of an audit. */
export interface Audit {
  /** The number of audited objects. */
  readonly objects: number;
  /** The number of rules that were in force. */
  readonly rules: number;
  /** The worst first, then by rule and by name. */
  readonly failed: readonly Failure[];
  readonly unknown: readonly Unjudged[];
  readonly passed: number;
  /** The number of judgements of rules that do not apply to their object. */
  readonly notApplicable: number;
}

/** Judges objects by rules. Rules about several objects see all given objects. */
export function auditOf(objects: readonly NamedObject[], inForce: readonly Rule[]): Audit {
  const others = new Others(objects);
  const failed: Failure[] = [];
  const unknown: Unjudged[] = [];
  const counts = { passes: 0, "does not apply": 0 };
  for (const object of objects) {
    for (const rule of inForce) {
      if (rule.type !== object.type) continue;
      const verdict = verdictOf(rule, object, others);
      if (verdict.is === "fails") failed.push({ rule, object });
      else if (verdict.is === "unknown") unknown.push({ rule, object, why: verdict.why });
      else counts[verdict.is] += 1;
    }
  }
  return {
    objects: objects.length,
    rules: inForce.length,
    failed: failed.toSorted(worstFirst),
    unknown,
    passed: counts.passes,
    notApplicable: counts["does not apply"],
  };
}

/** Whether a failure is at least as severe as a bound. */
export function isAtLeast({ rule }: Failure, bound: Severity): boolean {
  return severities.indexOf(rule.severity) <= severities.indexOf(bound);
}

function worstFirst(a: Failure, b: Failure): number {
  const bySeverity = severities.indexOf(a.rule.severity) - severities.indexOf(b.rule.severity);
  return bySeverity || compare(a.rule.id, b.rule.id) || compare(a.object.name, b.object.name);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
