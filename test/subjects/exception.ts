import type { TenantTraits } from "../../provider/src/emulator/index.ts";
import type { Step } from "./steps.ts";

/**
 * What one of the laws cannot reach, and why. Idempotence reaches everything; what preservation may lose, constancy may.
 */
export interface Exception {
  /** The connections that it is about; Default: all of them. */
  readonly strategies?: readonly string[];
  /** Only at tenants without this trait. Default: at all tenants. */
  readonly lacks?: keyof TenantTraits;
  readonly law: "convergence" | "preservation" | "constancy";
  /**
   * In which way.
   *
   * - `undeclared` (convergence): where the program declares it no more, or not at all, it is not what a new object has.
   * - `unseen` (convergence): a refresh does not show that another client has changed it.
   * - `refused` (all): a program that changes it (convergence, constancy), or any after another client has set it (preservation), may be
   *   refused; then nothing at all is changed.
   * - `lost` (preservation, constancy): values that another client has set do not survive an update.
   * - `shown` (preservation): it is shown as drift although nobody has changed it.
   */
  readonly how: "undeclared" | "unseen" | "refused" | "lost" | "shown";
  /** JSON pointers; what lies beneath is meant as well. */
  readonly paths: readonly string[];
  /** Only where the program does not say that others may have a part (`exclusive: false`). */
  readonly exclusive?: true;
  /** Only where one of these is changed, by the program or (`unseen`) by another client. Default: whatever is changed. */
  readonly by?: readonly string[];
  /** Only where the program did not declare any of `by` before, or only to switch it off. */
  readonly introduced?: true;
  /** Only beneath those `paths` in which the last program declares a value. */
  readonly declared?: true;
  /** Only where another client has changed something and no refresh has run since. */
  readonly unseen?: true;
  readonly why: string;
  /** Words by which docs/behaviour.md says so. */
  readonly documented: string;
  /** Where the law does not hold: without the exception for any one of the paths, it fails for one of them. */
  readonly examples: readonly (readonly Step[])[];
}
