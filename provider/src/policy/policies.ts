import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Policy, ReportViolation, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { RunError } from "@pulumi/pulumi";
import { type NamedObject, remarksOn, rules } from "../baseline/audit.ts";
import { today } from "../baseline/days.ts";
import { isAtLeast, Others, type Rule, type Verdict, verdictOf } from "../baseline/rule.ts";
import { isInForce, parseWaivers, type Waiver, Waivers } from "../baseline/waivers.ts";
import { permissionOf, remarkOf } from "../baseline/words.ts";
import { sanitize } from "../client/sanitize.ts";
import { isTypoOf } from "../schema/names.ts";
import { typeToken } from "../schema/provider-code.ts";
import { definitions } from "../types/registry.ts";
import {
  type BaselineLevel,
  codePolicy,
  type TenantBaselineArgs,
  unknownPolicy,
  waivedPolicy,
  waiversPolicy,
} from "./arguments.ts";
import { objectOf, objectsOf, wrongCodeOf } from "./resources.ts";

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
  // The engine runs policies in this order: the waivers have to be known before the rules are judged, and the reports come after all rules.
  return [
    waivers.configured,
    codePolicyOf(),
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

/** Judges objects by one rule of the pack, records the results, and reports failures to the engine. */
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

/**
 * Refuses resources that rules would take for objects of their class, although the run makes objects of another type. The engine hides the provider
 * code from a judgement and shows it to a remediation, which comes before: this one only takes a note, and changes nothing. If a remediation
 * leaves a violation, the violation is mandatory.
 */
function codePolicyOf(): ResourceValidationPolicy {
  const wrong = new Map<string, string>();
  return {
    name: codePolicy,
    description: "Resources that run other provider code than that of their class.",
    enforcementLevel: "remediate",
    severity: "critical",
    remediateResource(args) {
      const found = wrongCodeOf(args);
      if (found !== undefined) wrong.set(args.urn, found);
    },
    validateResource({ urn }, report) {
      const found = wrong.get(urn);
      if (found !== undefined) report(`The resource ${found}. Find out who wrote it, or update pulumi-tenant.`);
    },
  };
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

/** The judgement of a rule about an object. */
interface Judged {
  readonly rule: Rule;
  readonly object: NamedObject;
  readonly is: Verdict["is"];
}

/** The waivers of a policy pack. Their file is named by an argument of the pack, or by its configuration, which only a running policy can read. */
export class PackWaivers {
  readonly #argument: string | undefined;
  readonly #day = today();
  #waivers: Waivers;
  #isConfigured = false;
  readonly #judgements: Judged[] = [];

  /** @throws RunError if the file cannot be read or is invalid */
  constructor(file: string | undefined) {
    this.#argument = file;
    this.#waivers = waiversIn(file);
  }

  /** The waiver that is in force for a rule and an object. */
  waiverFor(rule: Rule, object: NamedObject): Waiver | undefined {
    return this.#waivers.covering(rule.id, object).find((waiver) => isInForce(waiver, this.#day));
  }

  /** Records a judgement for the report. */
  note(judgement: Judged): void {
    this.#judgements.push(judgement);
  }

  /** The policy whose configuration names the file of waivers. It must be the first one, because the policies of the rules use the waivers. */
  get configured(): ResourceValidationPolicy {
    return {
      name: waiversPolicy,
      description: "Reads the file with the waivers.",
      enforcementLevel: "advisory",
      configSchema: { properties: { file: { type: "string" } } },
      // The engine validates the root stack resource before all other resources, so the file is read before the first rule needs it.
      validateResource: ({ getConfig }) => {
        if (!this.#isConfigured) this.#configure(getConfig());
        this.#isConfigured = true;
      },
    };
  }

  /** The policy that reports waived failures, and waivers that have ended, end soon, or cover no failure. Must come after the rules' policies. */
  report(enforcementLevel: BaselineLevel): StackValidationPolicy {
    return {
      name: waivedPolicy,
      description: "Failures that a waiver permits, and waivers that have ended, end soon, or are not needed.",
      enforcementLevel,
      severity: "low",
      validateStack: (_, report) => {
        for (const { rule, object, is } of this.#judgements) {
          const waiver = is === "fails" ? this.waiverFor(rule, object) : undefined;
          if (waiver) report(`${rule.id} is waived ${permissionOf(waiver)}`, object.urn);
        }
        const covered = this.#judgements.map(({ rule, object, is }) => {
          return { is, waivers: this.#waivers.covering(rule.id, object) };
        });
        for (const remark of remarksOn(this.#waivers, covered, this.#day)) report(remarkOf(remark));
      },
    };
  }

  /** @throws RunError if the configuration is invalid, or names a file although the arguments also name one */
  #configure(config: Readonly<Record<string, unknown>>): void {
    const { file, ...others } = config;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) {
      const hint = isTypoOf(unknown, "file") ? 'Did you mean "file"?' : "Use file.";
      throw problem(`${waiversPolicy}: unknown key ${JSON.stringify(sanitize(unknown))}. ${hint}`);
    }
    if (typeof file !== "string") return;
    if (this.#argument !== undefined) {
      throw problem(
        `${waiversPolicy}: both the argument \`waivers\` of TenantBaseline and the file of --policy-pack-config name a file of waivers. ` +
          "Remove one of the two.",
      );
    }
    this.#waivers = waiversIn(file);
  }
}

/** @param file a path, relative to the folder of the pack */
function waiversIn(file: string | undefined): Waivers {
  if (file === undefined) return new Waivers([]);
  const path = resolve(file);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw problem(
      `The file of waivers cannot be read: ${(error as Error).message}. Its path is relative to the folder of the pack.`,
    );
  }
  const ids = rules.map(({ id }) => id);
  try {
    return new Waivers(parseWaivers(text, path, ids));
  } catch (error) {
    throw problem((error as Error).message);
  }
}

/** An error whose stack is the message, so that the SDK of policies prints no stack trace. */
function problem(message: string): RunError {
  return Object.assign(new RunError(message), { stack: message });
}
