import type { WireObject } from "../shared/store.ts";
import { bodyOf, text } from "../shared/validation.ts";
import type { Setting } from "./setting.ts";

const path = "custom-domains/default";

/** The tenant's default domain. If no custom domain is the default, the object is empty. The routes are in `custom-domains/`. */
export const defaultDomain: Readonly<Record<string, Setting>> = {
  [path]: {
    scope: "custom_domains",
    changed: bodyOf({ domain: { ...text("Domain", { min: 3 }), nullable: true } }),
    fresh: () => ({}),
    settle: (_, { domain }) => (domain === null ? {} : { domain }),
    routes: () => [],
  },
};

/** Access to the default domain for the routes of custom domains; undefined if no custom domain is the default. */
export function defaultDomainIn(settings: {
  stored(path: string): WireObject;
  change(path: string, patch: WireObject): WireObject;
}): {
  get(): string | undefined;
  set(domain: string | undefined): void;
} {
  return {
    get() {
      const { domain } = settings.stored(path);
      return typeof domain === "string" ? domain : undefined;
    },
    set: (domain) => void settings.change(path, { domain: domain ?? null }),
  };
}
