import type { WireObject } from "../shared/store.ts";

/** How long builds and deployments take, in milliseconds: asked for each. */
export interface BuildTimes {
  readonly buildMs: () => number;
  /** How long the service takes to show what was deployed. */
  readonly deployMs: () => number;
}

/** How far a build is. */
export type BuildStatus = "pending" | "building" | "retrying" | "built" | "failed";

interface Build {
  readonly from: number;
  readonly until: number;
  readonly fails: boolean;
}

/** The builds of the actions' drafts. */
export class Builds {
  readonly #builds = new Map<string, Build>();
  readonly #now: () => number;
  readonly #times: BuildTimes;
  isFailing = false;

  constructor(now: () => number, times: BuildTimes) {
    this.#now = now;
    this.#times = times;
  }

  /** Begins to build a draft. */
  begin(id: string, { dependencies }: WireObject): void {
    const isMissing = (dependencies as readonly WireObject[]).some(({ version }) => version === "0.0.0");
    const from = this.#now();
    const until = from + this.#times.buildMs();
    this.#builds.set(id, { from, until, fails: this.isFailing || isMissing });
  }

  /** Ends all builds. */
  finish(): void {
    for (const [id, build] of this.#builds) this.#builds.set(id, { ...build, until: this.#now() });
  }

  /** How far the build of a draft is. Of a seed it is done. */
  statusOf(id: string): BuildStatus {
    const build = this.#builds.get(id);
    if (!build) return "built";
    const now = this.#now();
    if (now >= build.until) return build.fails ? "failed" : "built";
    if (now < build.from + (build.until - build.from) / 10) return "pending";
    return build.fails ? "retrying" : "building";
  }
}
