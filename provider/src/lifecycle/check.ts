import type * as pulumi from "@pulumi/pulumi";
import { canonical } from "../model/canonical.ts";
import { isObject, type Json, type JsonObject, own } from "../model/json.ts";
import { besideKey, guardKey, previewKey, providerKey, secretsKey, tenantKey } from "../model/keys.ts";
import { describePath, toPointer } from "../model/pointer.ts";
import { legible } from "../tenant/index.ts";
import type { Kind, Problem } from "./kind.ts";
import { redactorOf, wrapped } from "./outputs.ts";
import type { Session } from "./session.ts";
import { type Stake, stakes, wouldFight } from "./stakes.ts";
import type { Validator } from "./validate.ts";

/** The clients of a connection that does not exist yet. */
const unborn: Stake = { of: "its clients", part: "some" };

/**
 * Validates what a program declares and brings it into the form in which it is stored: canonical, secrets in their
 * envelopes, pinned to its tenant. It reads the configuration and touches no network, but for what a preview announces.
 *
 * Failures name no `property`: the engine would print that property's value, secrets included.
 *
 * @param announced says in a preview what a creation with these inputs will meet
 */
export async function checkInputs(
  kind: Kind,
  validate: Validator,
  session: Session,
  olds: JsonObject,
  news: JsonObject,
  announced: (inputs: JsonObject) => Promise<void>,
): Promise<pulumi.dynamic.CheckResult> {
  const {
    [providerKey]: _code,
    [tenantKey]: _pin,
    [secretsKey]: marked,
    [guardKey]: guard,
    [previewKey]: isPreview,
    [besideKey]: beside,
    ...declared
  } = news;
  const before = isObject(olds) ? olds : {};
  // Few checks have something to say, and what is secret takes a while to gather.
  const hide = (text: string) => redactorOf(kind.table, news, before).hide(text);
  const args = kind.normalize(canonical(kind.table.fields, declared, before));
  const problems = validate(declared).map(inWords);
  const resolved = session.resolve();
  if ("settings" in resolved) {
    const { host } = resolved.settings;
    problems.push(...kind.rules(args, resolved.settings).map(inWords), ...fightsOf(kind, host, args, beside));
    const pinned = own(before, tenantKey);
    if (typeof pinned === "string" && pinned !== host) problems.push(otherTenant(pinned, host));
    if (problems.length === 0) {
      for (const doubt of kind.doubts(args)) console.warn(hide(`warning: ${kind.label(args)}: ${doubt}`));
      if (guard === true && Object.keys(before).length === 0) sayProtected(kind.label(args));
      const suspects = kind.suspects(args).map(toPointer);
      const secrets = [...new Set([...(Array.isArray(marked) ? marked : []), ...suspects])].toSorted();
      const inputs = { ...args, [tenantKey]: host, ...(secrets.length > 0 && { [secretsKey]: secrets }) };
      if (isPreview === true && Object.keys(before).length === 0) await announced(inputs);
      return { inputs: wrapped(kind.table, inputs) };
    }
  } else {
    problems.push(...resolved.problems);
  }
  return { inputs: {}, failures: problems.map((reason) => ({ property: "", reason: hide(reason) })) };
}

function inWords({ path, says }: Problem): string {
  return `${legible(describePath(path))}: ${says}`;
}

/**
 * The resources of this program with which one would fight.
 *
 * @param beside the name of one that the program knows of, where the provider cannot: before it exists
 */
function fightsOf(kind: Kind, host: string, args: JsonObject, beside: Json | undefined): readonly string[] {
  const stake = kind.stake?.(args, undefined);
  if (!stake) return typeof beside === "string" ? [wouldFight(unborn, `Connection "${beside}"`)] : [];
  const other = stakes.declare(host, stake, kind.label(args));
  return other === undefined ? [] : [wouldFight(stake, other)];
}

/** Says at the creation what Pulumi's own message at a deletion does not: where the protection comes from. */
function sayProtected(label: string): void {
  console.info(
    `${label} is protected from deletion and replacement, because it holds users. The resource option \`protect: false\` lifts that.`,
  );
}

/** The reason to refuse an operation that would touch an object of one tenant with the credentials of another. */
export function otherTenant(pinned: string, configured: string): string {
  return (
    `this resource lives in tenant "${legible(pinned)}", but the configuration (environment, stack or provider) is for "${configured}": ` +
    `nothing was read or written. Point TENANT_DOMAIN or tenant:domain at "${legible(pinned)}" again. To have the object in the other ` +
    "tenant, declare it under another name, or take this one out of the state with `pulumi state delete` first."
  );
}
