import type { Policies } from "@pulumi/policy";
import { RunError } from "@pulumi/pulumi";
import { rules } from "../baseline/audit.ts";
import { severities } from "../baseline/rule.ts";
import { nearest } from "../schema/names.ts";

/** The effect of a rule that fails: a warning, an error that stops the run, or none. */
export type BaselineLevel = "advisory" | "mandatory" | "disabled";

/** The arguments of a `TenantBaseline`. */
export interface TenantBaselineArgs {
  /** Rules of at least this severity are mandatory, all others advisory. Default: all rules are advisory. */
  readonly mandatory?: "critical" | "high" | "medium" | "low";
  /** The levels of single rules, by the ids of the rules. They override `mandatory`. */
  readonly levels?: Readonly<Record<string, BaselineLevel>>;
  /** Profiles whose rules are in force in addition to the baseline. Default: none. A rule in `levels` is in force even without its profile. */
  readonly profiles?: readonly ("strict" | "hardened")[];
  /**
   * The path of the file with waivers, `tenant-baseline.yaml`, relative to the folder of the pack. The pack's configuration can name it instead:
   * `{ "baseline-waivers": { "file": "../tenant-baseline.yaml" } }`. Default: no waivers.
   */
  readonly waivers?: string;
  /** Your own policies. They must be part of this pack, because a process can serve only one policy pack. */
  readonly policies?: Policies;
}

/** The name of the policy that counts unknown judgements. @internal */
export const unknownPolicy = "baseline-unknown";

/** The name of the policy whose configuration names the file of waivers. @internal */
export const waiversPolicy = "baseline-waivers";

/** The name of the policy that refuses resources whose provider code is not that of their class. It is always mandatory. @internal */
export const codePolicy = "baseline-provider-code";

/** The name of the policy that reports waived failures, and waivers that need attention. @internal */
export const waivedPolicy = "baseline-waived";

/**
 * Checks the values of arguments, because programs in JavaScript and casts bypass the types.
 *
 * @throws RunError that names every wrong argument
 * @internal
 */
export function refuseWrongArgs({ levels = {}, mandatory, profiles = [] }: TenantBaselineArgs): void {
  const ids = [...rules.map(({ id }) => id), unknownPolicy, waivedPolicy];
  const problems = [
    ...Object.entries(levels).flatMap(([id, level]) => [
      ...wrongChoice("levels", id, ids, "docs/baseline.md lists the rules."),
      ...wrongChoice(`levels.${id}`, level, ["advisory", "mandatory", "disabled"]),
    ]),
    ...(mandatory === undefined ? [] : wrongChoice("mandatory", mandatory, severities)),
    ...profiles.flatMap((profile) => wrongChoice("profiles", profile, ["strict", "hardened"])),
  ];
  if (problems.length === 0) return;
  throw new RunError(`TenantBaseline: ${problems.join("\n")}`);
}

function wrongChoice(
  path: string,
  value: string,
  choices: readonly string[],
  list = `Use ${choices.join(", ")}.`,
): readonly string[] {
  if (choices.includes(value)) return [];
  const near = nearest(value, choices);
  return [`${path}: unknown value "${value}". ${near === undefined ? list : `Did you mean "${near}"?`}`];
}
