import type { Policy, ReportViolation, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { type NamedObject, rules } from "../baseline/audit.ts";
import { isAtLeast, Others, type Rule, type Verdict, verdictOf } from "../baseline/rule.ts";
import { definitions } from "../definitions/registry.ts";
import { typeToken } from "../schema/provider-code.ts";
import { type BaselineLevel, type TenantBaselineArgs, unknownPolicy, waivedPolicy } from "./arguments.ts";
import { PackWaivers } from "./pack-waivers.ts";
import { objectOf, objectsOf } from "./resources.ts";

/** The maximum number of rules that the report about unknown judgements names. */
const maxNamed = 10;

/** The policies of a pack: one for each rule in force, those about waivers and unknown judgements, and the user's own policies. */
export function policiesOf(args: TenantBaselineArgs): (ResourceValidationPolicy | StackValidationPolicy)[] {
  const { levels = {}, profiles = [], policies = [] } = args;
  const unknown = new UnknownJudgements();
  const inForce = rules.filter(
    ({ id, profile }) => profile === undefined || profiles.includes(profile) || levels[id] !== undefined,
  );
  const waivers = new PackWaivers(args.waivers);
  // The engine runs policies in this order.
  return [
    waivers.configured,
    ...inForce.map((rule) => {
      const judge = new Judge(rule, waivers, unknown);
      const about = aboutRule(rule, levelOf(rule, args));
      // A rule that looks up other objects is a stack policy, because only a stack policy gets all resources of the stack.
      return rule.looksUp ? stackPolicy(judge, about) : resourcePolicy(judge, about);
    }),
    ...policies,
    countingPolicy(unknown, levels[unknownPolicy] ?? "advisory"),
    waivers.report(levels[waivedPolicy] ?? "advisory"),
  ];
}

/** Judgements of the run that are unknown, by rule and resource. */
class UnknownJudgements {
  readonly #resources = new Map<string, Set<string>>();

  note(rule: Rule, urn: string): void {
    const known = this.#resources.get(rule.id) ?? new Set();
    this.#resources.set(rule.id, known.add(urn));
  }

  /** The counts of unknown judgements for users; undefined if there are none. */
  report(): string | undefined {
    const counts = [...this.#resources].map(([id, urns]) => ({ id, count: urns.size }));
    if (counts.length === 0) return undefined;
    const named = counts.toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)).slice(0, maxNamed);
    const more = counts.length - named.length;
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    return (
      `Unknown judgements: ${total}, by rule: ${named.map(({ id, count }) => `${id} (${count})`).join(", ")}` +
      `${more > 0 ? ` and ${more} more` : ""}. Declare the values that the rules judge. ` +
      "`pulumi-tenant audit --json` names the value for each resource."
    );
  }
}

/** One rule of the pack. */
class Judge {
  readonly rule: Rule;
  readonly #waivers: PackWaivers;
  readonly #unknown: UnknownJudgements;

  constructor(rule: Rule, waivers: PackWaivers, unknown: UnknownJudgements) {
    this.rule = rule;
    this.#waivers = waivers;
    this.#unknown = unknown;
  }

  /** Judges an object and reports a failure. */
  judge(object: NamedObject, others: Others, report: ReportViolation): Verdict["is"] {
    const { rule } = this;
    const { is } = verdictOf(rule, object, others);
    this.#waivers.note({ rule, object, is });
    if (is === "unknown") this.#unknown.note(rule, object.urn ?? "");
    if (is === "fails" && !this.#waivers.waiverFor(rule, object)) report(remedyOf(rule), object.urn);
    return is;
  }
}

function resourcePolicy(judge: Judge, about: Policy): ResourceValidationPolicy {
  const { rule } = judge;
  const validate: ResourceValidationPolicy["validateResource"] = (args, report) => {
    const object = objectOf(args);
    if (object?.type !== rule.type)
      return args.notApplicable(`The rule judges only resources of the type ${definitions[rule.type].type}.`);
    const result = judge.judge(object, new Others([]), report);
    if (result === "does not apply") args.notApplicable("The rule does not apply to this resource.");
  };
  // This property tells the SDK of policies the type, so that it does not unpack resources of other types.
  return { ...about, validateResource: Object.assign(validate, { __pulumiType: tokenOf(rule) }) };
}

function stackPolicy(judge: Judge, about: Policy): StackValidationPolicy {
  const { rule } = judge;
  const validate: StackValidationPolicy["validateStack"] = ({ resources }, report) => {
    const objects = objectsOf(resources);
    // A program can manage several tenants, and a rule must not look up objects of another tenant.
    for (const neighbours of Map.groupBy(objects, ({ tenant }) => tenant).values()) {
      const others = new Others(neighbours);
      for (const object of neighbours) if (object.type === rule.type) judge.judge(object, others, report);
    }
  };
  return { ...about, validateStack: Object.assign(validate, { __pulumiType: tokenOf(rule) }) };
}

function countingPolicy(unknown: UnknownJudgements, enforcementLevel: BaselineLevel): StackValidationPolicy {
  return {
    name: unknownPolicy,
    description:
      "Rules that could not be judged, because a value that they need is not declared, not known yet, or encrypted.",
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

/** The text of a violation. It contains no value of the resource, because the engine passes secrets to policies in plain text. */
function remedyOf({ why, fix }: Rule): string {
  return `${why}\n${fix}`;
}

function levelOf({ id, severity }: Rule, { levels = {}, mandatory }: TenantBaselineArgs): BaselineLevel {
  const isMandatory = mandatory !== undefined && isAtLeast(severity, mandatory);
  return levels[id] ?? (isMandatory ? "mandatory" : "advisory");
}

function tokenOf({ type }: Rule): string {
  return typeToken(definitions[type].type);
}
