/** The size of a token bucket: burst and average rate. */
export interface BucketSize {
  /** The number of requests that a full bucket allows at once. */
  readonly burst: number;
  /** The number of requests that the bucket regains per second. */
  readonly perSecond: number;
}

/** The limits of a tenant: some routes have separate buckets, by name; all other routes share the default bucket. */
export interface Plan {
  readonly default: BucketSize;
  readonly buckets?: Readonly<Record<string, BucketSize>>;
  /** The maximum number of open event streams. Default: unlimited. */
  readonly streams?: number;
}

/** The named buckets that all plans except `unlimited` have. */
const ownBuckets = {
  "custom-domains.verify": { burst: 5, perSecond: 5 / 60 },
  "email-provider.read": { burst: 5, perSecond: 25 / 60 },
  "email-provider.write": { burst: 5, perSecond: 25 / 60 },
  "email-templates.read": { burst: 10, perSecond: 50 / 60 },
  "email-templates.write": { burst: 5, perSecond: 25 / 60 },
  "prompt-partials.read": { burst: 5, perSecond: 5 / 60 },
  "prompt-partials.write": { burst: 5, perSecond: 5 / 60 },
  "organization-member-roles": { burst: 20, perSecond: 200 / 60 },
  "token-exchange-profiles.read": { burst: 20, perSecond: 200 / 60 },
  "token-exchange-profiles.write": { burst: 5, perSecond: 100 / 60 },
} as const satisfies Plan["buckets"];

/** The named buckets of the enterprise plans: those for e-mails are larger. */
const enterpriseBuckets = {
  ...ownBuckets,
  "email-provider.read": { burst: 15, perSecond: 150 / 60 },
  "email-provider.write": { burst: 10, perSecond: 100 / 60 },
  "email-templates.read": { burst: 15, perSecond: 150 / 60 },
  "email-templates.write": { burst: 10, perSecond: 100 / 60 },
} as const satisfies Plan["buckets"];

/** The limits of the service's plans, and the plan `unlimited`. Responses have the rate-limit headers with each plan, also with `unlimited`. */
export const plans = {
  unlimited: { default: { burst: 1_000_000, perSecond: 1_000_000 } },
  free: { default: { burst: 2, perSecond: 2 }, buckets: ownBuckets, streams: 1 },
  "self-service": {
    default: { burst: 10, perSecond: 150 / 60 },
    buckets: {
      ...ownBuckets,
      "clients.read": { burst: 5, perSecond: 100 / 60 },
      "connections.read": { burst: 5, perSecond: 50 / 60 },
    },
    streams: 4,
  },
  "enterprise-nonproduction": { default: { burst: 10, perSecond: 2 }, buckets: enterpriseBuckets, streams: 8 },
  "enterprise-production": { default: { burst: 50, perSecond: 16 }, buckets: enterpriseBuckets, streams: 8 },
} as const satisfies Record<string, Plan>;

/** The name of one of the service's {@link plans}. */
export type PlanName = keyof typeof plans;

/** Token buckets that refill continuously. */
export class RateLimiter {
  readonly #plan: Plan;
  readonly #now: () => number;
  readonly #others: number;
  readonly #levels = new Map<string, { tokens: number; at: number }>();

  /**
   * @param now the clock, in milliseconds since the epoch
   * @param others the share of every bucket's refill that other clients use
   * @throws RangeError for a share outside 0 to 1
   */
  constructor(plan: Plan, now: () => number, others = 0) {
    if (!(others >= 0 && others <= 1)) throw new RangeError(`others must be a share from 0 to 1, not ${others}`);
    this.#plan = plan;
    this.#now = now;
    this.#others = others;
  }

  /** Takes one request from the bucket with this name, or from the default bucket; returns false if the bucket is empty. */
  take(name?: string): boolean {
    const { level } = this.#bucket(name);
    if (whole(level.tokens) < 1) return false;
    level.tokens -= 1;
    return true;
  }

  /** The headers with the state of a bucket. `x-ratelimit-reset` is the epoch second at which the bucket is full again. */
  headers(name?: string): Record<string, string> {
    const { size, level } = this.#bucket(name);
    const fullAt = level.at + ((size.burst - level.tokens) / size.perSecond) * 1000;
    return {
      "x-ratelimit-limit": String(size.burst),
      "x-ratelimit-remaining": String(whole(level.tokens)),
      "x-ratelimit-reset": String(Math.ceil(fullAt / 1000)),
    };
  }

  /** The number of whole seconds until the bucket allows one more request, at least 1. */
  retryAfter(name?: string): number {
    const { size, level } = this.#bucket(name);
    return Math.max(1, Math.ceil((1 - level.tokens) / (size.perSecond * (1 - this.#others))));
  }

  /** Whether the plan has a bucket with this name. If not, requests for this bucket use the default bucket. */
  has(name: string | undefined): boolean {
    return name !== undefined && this.#plan.buckets?.[name] !== undefined;
  }

  #bucket(name: string | undefined) {
    const own = name === undefined ? undefined : this.#plan.buckets?.[name];
    const key = own && name !== undefined ? name : "";
    const size = own ?? this.#plan.default;
    const now = this.#now();
    const level = this.#levels.get(key) ?? { tokens: size.burst, at: now };
    const refill = (Math.max(0, now - level.at) / 1000) * size.perSecond * (1 - this.#others);
    level.tokens = Math.min(size.burst, level.tokens + refill);
    level.at = now;
    this.#levels.set(key, level);
    return { size, level };
  }
}

/** The number of requests that a level allows. A level is a sum of fractions, and rounding may leave it slightly below a whole number. */
function whole(tokens: number): number {
  return Math.floor(tokens + 1e-6);
}
