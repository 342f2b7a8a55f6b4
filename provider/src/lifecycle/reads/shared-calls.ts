import type { SharedService, TenantAnswer, TenantCall } from "../../tenant/index.ts";

/** How long an answer may count for others, in milliseconds. */
const maxAge = 120_000;

/**
 * Calls that several objects are read by, or one object twice: who asks for one of them later gets the answer that the first has had, until this process writes,
 * and at most for two minutes.
 */
export class SharedCalls {
  readonly #client: SharedService;
  readonly #request: SharedCalls["ask"];
  readonly #answers = new Map<string, { readonly answer: Promise<TenantAnswer<unknown>>; readonly at: number }>();
  #writes: number;

  /** @param request makes a call. Default: it goes to the tenant */
  constructor(client: SharedService, request: SharedCalls["ask"] = (call) => client.request<unknown>(call)) {
    this.#client = client;
    this.#request = request;
    this.#writes = client.writes;
  }

  /** What somebody was answered; undefined where nobody has asked, or not lately. */
  known(call: TenantCall): Promise<TenantAnswer<unknown>> | undefined {
    if (this.#client.writes !== this.#writes) this.#answers.clear();
    this.#writes = this.#client.writes;
    const found = this.#answers.get(keyOf(call));
    return found && performance.now() - found.at < maxAge ? found.answer : undefined;
  }

  /** Asks, for oneself and for others. */
  ask(call: TenantCall): Promise<TenantAnswer<unknown>> {
    const answer = this.#request(call);
    this.#answers.set(keyOf(call), { answer, at: performance.now() });
    return answer;
  }

  /** The burst of reads is over. */
  forget(): void {
    this.#answers.clear();
  }
}

function keyOf({ path, query }: TenantCall): string {
  return JSON.stringify([path, query]);
}
