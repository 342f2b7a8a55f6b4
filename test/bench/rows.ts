import type { BucketSize, PlanName } from "../../provider/src/emulator/http/rate-limit.ts";
import type { Content } from "./tenant.ts";

/** What a row of the table does, in the words of the CLI. `create` is the first `up` of a program, the others find its resources in place. */
export type Command = "create" | "refresh" | "preview" | "preview --refresh" | "drift";

/** A run at a tenant with the limits of a plan, and what it may cost. */
export interface Row {
  readonly name: string;
  readonly command: Command;
  readonly content: Content;
  /** APIs of the tenant that the program does not declare. Default: 0. */
  readonly otherApis?: number;
  readonly plan: PlanName;
  readonly rateBudget: number;
  /** The share of every bucket's refill that another client uses. Default: 0. */
  readonly others?: number;
  /** How many objects another client edits at the tenant just before. Default: 0. */
  readonly edits?: number;
  readonly goal: Goal;
}

export interface Goal {
  readonly calls?: number;
  /** The largest share of refused calls. */
  readonly refused: number;
  /**
   * The longest time, in seconds.
   *
   * @param doNothing what the same command takes with a provider that does nothing
   * @param bucket what the plan's bucket takes for a call per resource, at the budget in force
   */
  readonly seconds?: (doNothing: number, bucket: number) => number;
  /** The most CPU of all processes, divided by that of the same command with a provider that does nothing. */
  readonly cpu?: number;
}

/** How long a bucket takes for that many calls, in seconds: a burst at once, the rest as it refills. */
export function bucketTime(calls: number, { burst, perSecond }: BucketSize, budget: number): number {
  return Math.max(0, calls - Math.max(1, burst * budget)) / (perSecond * budget);
}

/** Before the creations of a type a run looks what is there: the first object by itself, the others in a listing, which counts for two minutes. */
const looks = (minutes: number): number => 2 * Math.ceil(minutes / 2);

const apis = (count: number): Content => ({ apis: count, connections: 0, roleSets: 0 });
const mixed: Content = { apis: 500, connections: 100, roleSets: 200 };
/** Each with its organization, connection, link, members and two members' roles; beside them an API and a role with permissions. */
const customers: Content = { ...apis(0), customers: 300 };
const production = { plan: "enterprise-production", rateBudget: 0.8 } as const;
const free = { plan: "free", rateBudget: 1 } as const;
const selfService = { plan: "self-service", rateBudget: 0.8 } as const;
const shared = { others: 0.5, goal: { refused: 0.01 } } as const;

/** The cases that the project promises. */
export const rows: readonly Row[] = [
  {
    ...production,
    name: "refresh",
    command: "refresh",
    content: mixed,
    goal: { calls: 34, refused: 0, seconds: (doNothing) => 1.5 * doNothing },
  },
  {
    ...production,
    name: "refresh-edited",
    command: "refresh",
    content: mixed,
    edits: 10,
    goal: { calls: 44, refused: 0 },
  },
  { ...production, ...shared, name: "refresh-shared", command: "refresh", content: mixed },
  {
    ...production,
    name: "refresh-few",
    command: "refresh",
    content: apis(20),
    otherApis: 2_980,
    goal: { calls: 6, refused: 0 },
  },
  {
    ...production,
    name: "create",
    command: "create",
    content: apis(300),
    goal: { calls: 300 + looks(1), refused: 0, seconds: (doNothing, bucket) => 1.15 * Math.max(bucket, doNothing) },
  },
  { ...production, name: "customers-preview", command: "preview", content: customers, goal: { refused: 0, cpu: 1.3 } },
  {
    ...production,
    name: "customers-refresh",
    command: "refresh",
    content: customers,
    // Of each customer the link, and the members with their roles; organizations and connections 100 at a time; the API, the role and its
    // permissions. One more for each of four listings, where the first object is asked for by itself.
    goal: { calls: 2 * 300 + 2 * 3 + 3 + 4, refused: 0, cpu: 1.3 },
  },
  { ...production, ...shared, name: "create-shared", command: "create", content: apis(300) },
  ...([1, 0.8] as const).map(
    (rateBudget): Row => ({
      ...free,
      rateBudget,
      name: `free-${rateBudget}`,
      command: "create",
      content: apis(70),
      goal: { calls: 70 + looks(2), refused: 0, seconds: (doNothing, bucket) => 1.1 * bucket + doNothing },
    }),
  ),
  { ...free, ...shared, name: "free-shared", command: "create", content: apis(70) },
  {
    ...selfService,
    name: "self-service-up",
    command: "create",
    content: apis(250),
    goal: { calls: 250 + looks(4), refused: 0 },
  },
  {
    ...selfService,
    name: "self-service-preview",
    command: "preview --refresh",
    content: apis(250),
    goal: { refused: 0 },
  },
  { ...selfService, name: "self-service-drift", command: "drift", content: apis(250), goal: { refused: 0 } },
  { ...selfService, ...shared, name: "self-service-shared", command: "create", content: apis(250) },
];
