import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { RunError } from "@pulumi/pulumi";
import { type NamedObject, remarksOn, rules } from "../baseline/audit.ts";
import type { Rule, Verdict } from "../baseline/rule.ts";
import { isInForce, parseWaivers, today, type Waiver, Waivers } from "../baseline/waivers.ts";
import { permissionOf, remarkOf } from "../baseline/words.ts";
import { sanitize } from "../client/sanitize.ts";
import { isTypoOf } from "../schema/secrecy/typo.ts";
import { type BaselineLevel, waivedPolicy, waiversPolicy } from "./arguments.ts";

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

  /** The policy whose configuration names the file. It must be the first one, because the policies of the rules use the waivers. */
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
