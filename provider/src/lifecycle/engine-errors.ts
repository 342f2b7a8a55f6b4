import { type TenantClient, TenantError } from "../tenant/index.ts";
import { UserError } from "./errors.ts";

/** What to do next, as far as the run has said it already. A run has one client for each tenant. */
const advised = new WeakMap<TenantClient, Set<string>>();

/** Stands in the stack of errors that the engine shows. */
const shownByTheEngine = "(shown by the engine)";

/**
 * An error in the form in which the engine shall show it. The engine shows one error for each resource, and where all fail for the same
 * reason, only the first one says what to do about it.
 */
export function forTheEngine(error: unknown, client: () => TenantClient): unknown {
  const shown = error instanceof TenantError ? withNewAdvice(error, client()) : error;
  if (shown instanceof UserError || shown instanceof TenantError) shown.stack = shownByTheEngine;
  return shown;
}

function withNewAdvice(error: TenantError, client: TenantClient): Error {
  const { advice, summary } = error;
  if (advice === undefined) return error;
  const said = advised.get(client) ?? new Set();
  advised.set(client, said);
  if (said.has(advice)) return new UserError(summary, { cause: error });
  said.add(advice);
  return error;
}

/**
 * Keeps the SDK's host from printing errors that the engine shows: for most operations it prints every error besides, and the user would
 * read each one twice. Errors that nobody foresaw are printed, with their stacks.
 */
export function leaveErrorsToTheEngine(): void {
  const { error: print } = console;
  console.error = (...values: unknown[]) => {
    const [text] = values;
    if (typeof text !== "string" || !text.endsWith(`: ${shownByTheEngine}`)) print.apply(console, values);
  };
}
