import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type TenantAnswer, type TenantCall, TenantError } from "../../provider/src/client/index.ts";
import { isObject, type Json, type MutableJsonObject } from "../../provider/src/schema/json.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import { startTenant, type TestTenant } from "../unit/import/tenant.ts";
import { sweep } from "./clean-up.ts";
import { Manifest, type Noted } from "./manifest.ts";
import { RunClient } from "./run-client.ts";
import { factsWith, quick, settled, writing } from "./runs.ts";

type Send = (call: TenantCall) => Promise<TenantAnswer<unknown>>;
/** A tenant that behaves otherwise: it changes a call, its answer, or both. */
type Otherwise = (call: TenantCall, send: Send, client: RunClient) => Promise<TenantAnswer<unknown>>;

/** A client at a tenant that behaves otherwise in one way. */
function clientAt(tenant: TestTenant, otherwise: Otherwise) {
  return (meter: ConstructorParameters<typeof RunClient>[1]) =>
    new (class extends RunClient {
      override send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
        return otherwise(call, (changed) => super.send<unknown>(changed), this) as Promise<TenantAnswer<T>>;
      }
    })(tenant.settings, meter, quick);
}

/** Changes each object in the answers about a path. */
function answers(path: string, change: (body: MutableJsonObject, call: TenantCall) => void): Otherwise {
  const within = (value: Json | undefined, call: TenantCall): void => {
    if (Array.isArray(value)) for (const item of value as Json[]) within(item, call);
    else if (isObject(value)) {
      change(value as MutableJsonObject, call);
      for (const item of Object.values(value)) within(item as Json, call);
    }
  };
  return async (call, send) => {
    const answer = structuredClone(await send(call));
    if (call.path.join("/").startsWith(path)) within(answer.body as Json, call);
    return answer;
  };
}

/** Changes the bodies of requests to a path. */
function bodies(method: string, path: string, change: (body: MutableJsonObject) => void): Otherwise {
  return (call, send) => {
    if (call.method !== method || !call.path.join("/").startsWith(path)) return send(call);
    const body = structuredClone(call.body) as MutableJsonObject;
    change(body);
    return send({ ...call, body });
  };
}

function refusal({ action, subject, method, path }: TenantCall, status: number): TenantError {
  const failure = { outcome: "refused", what: "refused", status, recognised: true } as const;
  return new TenantError(failure, { action, subject, request: { method, path: path.join("/") }, retries: 0 });
}

/** Answers requests of a method to a path with another status. */
function refuses(method: string, path: RegExp, status: number, isMeant: (call: TenantCall) => boolean): Otherwise {
  return async (call, send) => {
    if (call.method !== method || !path.test(call.path.join("/")) || !isMeant(call)) return send(call);
    throw refusal(call, status);
  };
}

const has = (name: string) => (call: TenantCall) => isObject(call.body) && Object.hasOwn(call.body, name);
const lower = (value: Json | undefined) => (typeof value === "string" ? value.toLowerCase() : (value ?? null));
const isSet = (body: MutableJsonObject, name: string) => Object.hasOwn(body, name);

/** After a lost response, listings no longer show what was made. */
function hidesWhatWasLost(): Otherwise {
  let isHiding = false;
  return async (call, send, client) => {
    const answer = await send(call);
    isHiding ||= call.method === "POST" && client.losesNext;
    const isListing = call.method === "GET" && call.path.join("/") === "roles";
    // The removal at the end sees everything again.
    if (!isHiding || !isListing || client.meter.isRemoving) return answer;
    return { ...answer, body: { roles: [], total: 0, start: 0, limit: 50 } };
  };
}

/**
 * Gives the second of two creations at the same time another answer.
 *
 * @param otherwise the other answer, of the first creation's and the second call
 */
function second(
  otherwise: (first: Promise<TenantAnswer<unknown>>, call: TenantCall) => Promise<TenantAnswer<unknown>>,
): Otherwise {
  const underWay = new Set<Promise<unknown>>();
  let pending: Promise<TenantAnswer<unknown>> | undefined;
  /** Waits for the reads of the other creation, one after the other: it would find what this one has made. */
  const quiet = async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.allSettled(underWay);
      await setImmediate();
    }
  };
  return async (call, send) => {
    if (call.method !== "POST" || call.path.join("/") !== "roles") {
      const answer = send(call);
      underWay.add(answer);
      return answer.finally(() => underWay.delete(answer));
    }
    if (pending) return otherwise(pending, call);
    pending = quiet().then(() => send(call));
    try {
      return await pending;
    } finally {
      pending = undefined;
    }
  };
}

/** Of two creations at the same time, the second one answers as if it had made the object, too. */
function answersBoth(): Otherwise {
  return second((first) => first);
}

/** Of two creations at the same time, one is refused for another reason than its key. */
function refusesOne(): Otherwise {
  return second((_, call) => Promise.reject(refusal(call, 400)));
}

/** What others change is not visible for two reads. */
function answersLate(): Otherwise {
  let stale: TenantAnswer<unknown> | undefined;
  let writes = 0;
  return async (call, send) => {
    const isRole = call.path[0] === "roles" && call.path.length === 2;
    if (isRole && call.method === "PATCH") writes += 1;
    const answer = await send(call);
    if (!isRole || call.method !== "GET") return answer;
    const body = answer.body as MutableJsonObject;
    // The edit of the trial is the first that sets this description after the other was read.
    if (body.description === "Example:Two" && stale && writes > 4) return stale;
    if (body.description === "Example:One") stale = structuredClone(answer);
    return answer;
  };
}

const flags = ["allow_offline_access", "allow_online_access", "skip_consent_for_verifiable_first_party_clients"];

/** Each removal of permissions that leaves none is answered, but not done. */
function keepsLastMembers(): Otherwise {
  return async (call, send) => {
    const isRemoval = call.method === "DELETE" && call.path[0] === "roles" && call.path[2] === "permissions";
    const { permissions } = isObject(call.body) ? call.body : {};
    const there = isRemoval ? await send({ ...call, method: "GET", body: undefined }) : undefined;
    const isLast = Array.isArray(there?.body) && Array.isArray(permissions) && there.body.length === permissions.length;
    return isLast ? { ...there, status: 204, body: undefined } : send(call);
  };
}

/** The permissions of a role are answered after its deletion as they were before it. */
function outlivesOwner(): Otherwise {
  const before = new Map<string, TenantAnswer<unknown>>();
  return async (call, send) => {
    const path = call.path.join("/");
    if (call.method !== "GET" || !path.endsWith("/permissions")) return send(call);
    const answer = await send(call).catch((error: unknown) => before.get(path) ?? Promise.reject(error));
    if (JSON.stringify(answer.body).includes("read:samples")) before.set(path, answer);
    return answer;
  };
}

/** Of two additions of members at the same time, the second one is answered, but not done. */
function forgetsOneAddition(): Otherwise {
  let isAdding = false;
  return async (call, send) => {
    const isAddition = call.method === "PATCH" && call.path.join("/").endsWith("/clients");
    if (!isAddition) return send(call);
    if (isAdding) return { status: 204, bytes: 0, headers: {}, body: undefined };
    isAdding = true;
    try {
      return await send(call);
    } finally {
      isAdding = false;
    }
  };
}

/** Planted differences: the types to try, how the tenant behaves, and the only fact that is different then; both, if it is about two. */
const planted: readonly (readonly [string, readonly TypeName[], () => Otherwise, string | readonly string[]])[] = [
  [
    "a default that changed",
    ["resourceServer"],
    () => bodies("POST", "resource-servers", (body) => (body.allow_offline_access ??= true)),
    "ResourceServer, allow_offline_access of a new object has the documented value",
  ],
  [
    "a default that a tenant has by its age",
    ["organization"],
    () => bodies("POST", "organizations", (body) => (body.third_party_client_access ??= "allow")),
    "Organization, third_party_client_access of a new object has the documented value",
  ],
  [
    "a default name that changed",
    ["tokenExchangeProfile"],
    () => bodies("POST", "token-exchange-profiles", (body) => (body.name ??= "Profile")),
    "TokenExchangeProfile, name of a new object has the documented value",
  ],
  [
    "a PATCH that replaces instead of merging",
    ["resourceServer"],
    () =>
      bodies("PATCH", "resource-servers", (body) => {
        for (const flag of flags) body[flag] ??= false;
      }),
    "ResourceServer, an update leaves properties that it does not send unchanged",
  ],
  [
    "a property that is missing in responses",
    ["role"],
    () => answers("roles", (body) => delete body.description),
    "Role, description comes back as written",
  ],
  [
    "a value that comes back in lower case",
    ["role"],
    () =>
      answers("roles", (body) => {
        if (isSet(body, "description")) body.description = lower(body.description);
      }),
    "Role, description comes back as written",
  ],
  [
    "a header that comes back in upper case",
    ["customDomain"],
    () =>
      answers("custom-domains", (body) => {
        const { custom_client_ip_header: header } = body;
        if (typeof header === "string") body.custom_client_ip_header = header.toUpperCase();
      }),
    "CustomDomain, custom_client_ip_header comes back as written",
  ],
  [
    "an array in another order",
    ["resourceServer"],
    () =>
      answers("resource-servers", (body) => {
        const { authorization_details: details } = body;
        if (Array.isArray(details)) body.authorization_details = details.toReversed() as Json;
      }),
    "ResourceServer, authorization_details comes back as written",
  ],
  [
    "a number that comes back as a text",
    ["resourceServer"],
    () =>
      answers("resource-servers", (body) => {
        const { token_lifetime: lifetime } = body;
        if (typeof lifetime === "number" && lifetime !== 86_400) body.token_lifetime = String(lifetime);
      }),
    "ResourceServer, token_lifetime comes back as written",
  ],
  [
    "a text that is cut",
    ["organization"],
    () =>
      answers("organizations", (body) => {
        if (typeof body.display_name === "string") body.display_name = body.display_name.slice(0, 5);
      }),
    "Organization, display_name comes back as written",
  ],
  [
    "code without its last line break",
    ["action"],
    () =>
      answers("actions", (body) => {
        if (typeof body.code === "string") body.code = body.code.trimEnd();
      }),
    "Action, code comes back as written",
  ],
  [
    "a value that is stored as another",
    ["logStream"],
    () =>
      bodies("PATCH", "log-streams", (body) => {
        if (body.status === "paused") body.status = "active";
      }),
    "LogStream, status comes back as written",
  ],
  [
    "a property that is always false",
    ["organizationConnection"],
    () =>
      answers("organizations", (body) => {
        if (isSet(body, "assign_membership_on_login")) body.assign_membership_on_login = false;
      }),
    "OrganizationConnection, assign_membership_on_login comes back as written",
  ],
  [
    "a member of a set that is dropped",
    ["clientGrant"],
    () =>
      bodies("PATCH", "client-grants", (body) => {
        if (Array.isArray(body.scope)) body.scope = body.scope.slice(0, 1) as Json;
      }),
    "ClientGrant, scope comes back as written",
  ],
  [
    "a null that clears nothing",
    ["resourceServer"],
    () => async (call, send) => {
      const isCleared = isObject(call.body) && call.body.consent_policy === null;
      if (call.method !== "PATCH" || !isCleared) return send(call);
      const { consent_policy: _, ...body } = call.body as MutableJsonObject;
      return send(Object.keys(body).length > 0 ? { ...call, body } : { ...call, method: "GET", body: undefined });
    },
    "ResourceServer, consent_policy has the documented value after its removal",
  ],
  [
    "a name that stays after its removal",
    ["connection"],
    () => async (call, send) => {
      const isCleared = isObject(call.body) && String(call.body.display_name).includes("verify-");
      if (call.method !== "PATCH" || !isCleared) return send(call);
      const { display_name: _, ...body } = call.body as MutableJsonObject;
      return send({ ...call, body });
    },
    "Connection, display_name has the documented value after its removal",
  ],
  [
    "a new required property",
    ["role"],
    () => refuses("POST", /^roles$/, 400, (call) => !has("kind")(call)),
    "Role, a creation makes the declared object",
  ],
  [
    "a value that is no longer accepted",
    ["resourceServer"],
    () => refuses("PATCH", /^resource-servers/, 400, has("token_dialect")),
    "ResourceServer, token_dialect comes back as written",
  ],
  [
    "a deletion that answers 404",
    ["role"],
    () => async (call, send) => {
      const answer = await send(call);
      if (call.method !== "DELETE" || call.path[0] !== "roles") return answer;
      throw refusal(call, 404);
    },
    "Role, a deletion removes the object",
  ],
  [
    "a 409 that is a 400",
    ["resourceServer"],
    () => async (call, send) => {
      try {
        return await send(call);
      } catch (error) {
        throw error instanceof TenantError && error.status === 409 ? refusal(call, 400) : error;
      }
    },
    [
      "ResourceServer, a second object with the same key is refused",
      "ResourceServer, of two creations at the same time, one is refused",
    ],
  ],
  [
    "a listing that lacks a new object",
    ["role"],
    hidesWhatWasLost,
    "Role, an object is found after the response to its creation was lost",
  ],
  ["two creations that both succeed", ["role"], answersBoth, "Role, of two creations at the same time, one is refused"],
  [
    "a creation at the same time that is refused for another reason",
    ["role"],
    refusesOne,
    "Role, of two creations at the same time, one is refused",
  ],
  [
    "a set whose members stay",
    ["rolePermissions"],
    keepsLastMembers,
    [
      "RolePermissions, a change of the identity creates a new object",
      "RolePermissions, a deletion removes the object",
    ],
  ],
  [
    "members that outlive their owner",
    ["rolePermissions"],
    outlivesOwner,
    "RolePermissions, a deletion of the owner removes the object",
  ],
  [
    "a member whose addition is forgotten while another is added",
    ["connectionClients"],
    forgetsOneAddition,
    "ConnectionClients, two members that are added at the same time are both there",
  ],
  [
    "a setting that changes with its neighbor",
    ["multiFactor"],
    () =>
      bodies("PUT", "guardian/settings", (body) => {
        if (body.mfa_session_inactivity_timeout !== 604_800) body.remember_me_default_value = false;
      }),
    "MultiFactor, an update leaves properties that it does not send unchanged",
  ],
  [
    "a part without one of its values",
    ["multiFactorPhone"],
    () => answers("guardian/factors/sms/providers/twilio", (body) => delete body.sid),
    "MultiFactorPhone, twilio comes back as written",
  ],
  [
    "an e-mail template that comes back without its body",
    ["emailTemplate"],
    () =>
      answers("email-templates", (body) => {
        if (String(body.body).includes("Verify")) delete body.body;
      }),
    "EmailTemplate, body comes back as written",
  ],
  [
    "a provider of e-mails that cannot be turned off",
    ["emailProvider"],
    () => bodies("PATCH", "emails/provider", (body) => delete body.enabled),
    "EmailProvider, enabled comes back as written",
  ],
  [
    "an address of a theme that comes back with a slash",
    ["brandingTheme"],
    () =>
      answers("branding/themes", (body) => {
        if (String(body.logo_url).startsWith("https:")) body.logo_url = `${String(body.logo_url)}/`;
      }),
    "BrandingTheme, widget comes back as written",
  ],
  [
    "a login page without its comments",
    ["loginPageTemplate"],
    () =>
      answers("branding/templates", (body) => {
        if (typeof body.body === "string") body.body = body.body.replace(/<!-- Verify \w+ -->/, "");
      }),
    "LoginPageTemplate, body comes back as written",
  ],
  [
    "a partial that the PUT of another one removes",
    ["promptPartials"],
    () =>
      bodies("PUT", "prompts", (body) => {
        for (const [screen, points] of Object.entries(body))
          if (isObject(points)) body[screen] = Object.fromEntries(Object.entries(points).slice(0, 1));
      }),
    "PromptPartials, partials comes back as written",
  ],
  [
    "a rendering without its filters",
    ["promptRendering"],
    () => bodies("PATCH", "prompts", (body) => delete body.filters),
    "PromptRendering, filters comes back as written",
  ],
  [
    "actions of a trigger in another order",
    ["triggerActions"],
    () =>
      bodies("PATCH", "actions/triggers", (body) => {
        if (Array.isArray(body.bindings)) body.bindings = body.bindings.toReversed() as Json;
      }),
    "TriggerActions, actions comes back as written",
  ],
  [
    "a provider of challenges that stays",
    ["captcha"],
    () => bodies("PATCH", "attack-protection/captcha", (body) => delete body.active_provider_id),
    "Captcha, active_provider_id comes back as written",
  ],
  ["an edit that is not visible", ["role"], answersLate, "Role, an edit outside of the program is found"],
];

test.each(planted)("%s is the only difference, and no object is left", async (_, types, otherwise, expected) => {
  const tenant = await startTenant({ seed: settled({}) });
  const before = tenant.emulator.export();
  let noted: Noted | undefined;
  const written = await writing(tenant, types, clientAt(tenant, otherwise()), undefined, async (saved) => {
    await Promise.resolve();
    noted = saved;
  });
  expect(factsWith(written, "different")).toEqual([expected].flat());
  expect(tenant.emulator.export()).toEqual(before);
  // What a tenant says to be gone right after its creation is looked for again, a minute later.
  const { made = [], ...of } = noted ?? { host: "", mark: "" };
  expect(made.length).toBe(written.left.made.length);
  const later = new Manifest({ ...of, made: made.map((one) => ({ ...one, at: 0 })) }, () => Promise.resolve());
  expect(await sweep(tenant.client, later)).toEqual(new Map());
});
