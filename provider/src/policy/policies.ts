import type { Policy, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { rules } from "../baseline/audit.ts";
import { type AuditedObject, Others, type Rule, type Severity, severities, verdictOf } from "../baseline/rule.ts";
import { definitions } from "../definitions/registry.ts";
import { typeToken } from "../schema/provider-code.ts";
import { type BaselineLevel, type TenantBaselineArgs, unknownPolicy } from "./arguments.ts";
import { objectOf, objectsOf } from "./resources.ts";

/** The maximum number of rules that the report about unknown judgements names. */
const maxNamed = 10;

/** The policies of a pack: one for each rule that is in force, and one that counts unknown judgements. */
export function policiesOf(args: TenantBaselineArgs): (ResourceValidationPolicy | StackValidationPolicy)[] {
  const { levels = {}, profiles = [], policies = [] } = args;
  const unknown = new UnknownJudgements();
  const inForce = rules.filter(
    ({ id, profile }) => profile === undefined || profiles.includes(profile) || levels[id] !== undefined,
  );
  return [
    ...inForce.map((rule) => {
      const about = aboutRule(rule, levelOf(rule, args));
      // The engine shows all resources only to stack policies.
      return judgesOthers(rule) ? stackPolicy(rule, about, unknown) : resourcePolicy(rule, about, unknown);
    }),
    ...policies,
    // The engine runs policies in this order, so all others have judged.
    countingPolicy(unknown, levels[unknownPolicy] ?? "advisory"),
  ];
}

/** Whether a rule sees other objects than the judged one. */
export function judgesOthers({ judge }: Rule): boolean {
  return judge.length > 1;
}

/** Judgements of the run that are unknown, by rule and resource. */
class UnknownJudgements {
  readonly #resources = new Map<string, Set<string>>();

  note(rule: Rule, urn: string): void {
    const known = this.#resources.get(rule.id) ?? new Set();
    this.#resources.set(rule.id, known.add(urn));
  }

  /** A report for users; undefined if there are none. */
  report(): string | undefined {
    const counts = [...this.#resources].map(([id, urns]) => ({ id, count: urns.size }));
    if (counts.length === 0) return undefined;
    const named = counts.toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)).slice(0, maxNamed);
    const more = counts.length - named.length;
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    return (
      `${total} of the judgements are unknown: ${named.map(({ id, count }) => `${id} (${count})`).join(", ")}` +
      `${more > 0 ? ` and ${more} more rules` : ""}. Declare the values that decide, or run ` +
      "`pulumi-tenant audit`, which names them."
    );
  }
}

function resourcePolicy(rule: Rule, about: Policy, unknown: UnknownJudgements): ResourceValidationPolicy {
  const validate: ResourceValidationPolicy["validateResource"] = (args, report) => {
    const object = objectOf(args);
    if (object?.type !== rule.type) return args.notApplicable(`The rule is about ${definitions[rule.type].type}.`);
    const verdict = verdictOf(rule, object, new Others([]));
    if (verdict.is === "fails") report(remedyOf(rule));
    if (verdict.is === "unknown") unknown.note(rule, args.urn);
    if (verdict.is === "does not apply") args.notApplicable("The rule does not apply to this resource.");
  };
  // With the type, the SDK of policies does not unpack resources of other types.
  return { ...about, validateResource: Object.assign(validate, { __pulumiType: tokenOf(rule) }) };
}

function stackPolicy(rule: Rule, about: Policy, unknown: UnknownJudgements): StackValidationPolicy {
  const validate: StackValidationPolicy["validateStack"] = ({ resources }, report) => {
    const objects = objectsOf(resources);
    // One program can manage several tenants, whose objects have nothing to do with each other.
    const others = new Map(
      [...Map.groupBy(objects, tenantOf)].map(([tenant, neighbours]) => [tenant, new Others(neighbours)]),
    );
    for (const object of objects) {
      const neighbours = others.get(object.tenant);
      if (object.type !== rule.type || !neighbours || object.urn === undefined) continue;
      const verdict = verdictOf(rule, object, neighbours);
      if (verdict.is === "fails") report(remedyOf(rule), object.urn);
      if (verdict.is === "unknown") unknown.note(rule, object.urn);
    }
  };
  return { ...about, validateStack: Object.assign(validate, { __pulumiType: tokenOf(rule) }) };
}

function countingPolicy(unknown: UnknownJudgements, enforcementLevel: BaselineLevel): StackValidationPolicy {
  return {
    name: unknownPolicy,
    description: "Rules that could not be judged: the value that decides is not declared, not known yet, or encrypted.",
    enforcementLevel,
    severity: "low",
    validateStack(_, report) {
      const text = unknown.report();
      if (text !== undefined) report(text);
    },
  };
}

function aboutRule({ id, severity, failsIf, fix, profile }: Rule, enforcementLevel: BaselineLevel): Policy {
  return {
    ...{ name: id, description: `Fails if ${failsIf}.`, enforcementLevel, severity, remediationSteps: fix },
    ...(profile && { tags: [profile] }),
  };
}

/** The text of a violation. It contains no value of the resource, because the engine shows secrets in plain text to policies. */
function remedyOf({ why, fix }: Rule): string {
  return `${why}\n${fix}`;
}

function levelOf({ id, severity }: Rule, { levels = {}, mandatory }: TenantBaselineArgs): BaselineLevel {
  const isMandatory = mandatory !== undefined && isAtLeast(severity, mandatory);
  return levels[id] ?? (isMandatory ? "mandatory" : "advisory");
}

function isAtLeast(severity: Severity, bound: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(bound);
}

function tokenOf({ type }: Rule): string {
  return typeToken(definitions[type].type);
}

function tenantOf({ tenant }: AuditedObject): string {
  return tenant;
}
