import { randomUUID } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { type Module, restRoutes, route, type Tenant } from "../shared/module.ts";
import { Objects, type Write } from "../shared/objects.ts";
import {
  type Collection,
  copyOf,
  newPrefixedId,
  omit,
  type Stored,
  type WireObject,
  withoutNulls,
} from "../shared/store.ts";
import { isObject, type Violation } from "../shared/validation.ts";

/** A stored custom domain. */
export interface StoredDomain extends Stored {
  readonly domain: string;
  readonly type: string;
  readonly status: string;
}

/** The custom domains, with control of their DNS records. */
export type CustomDomainCollection = Collection & Pick<CustomDomains, "publish" | "verify">;

/** The path of the setting with the tenant's default domain. It has none if the default is the domain that every tenant has. */
const defaultPath = "custom-domains/default";
const managed = "auth0_managed_certs";
/** The tenant's custom domains, by id or domain. */
export class CustomDomains extends Objects<StoredDomain> {
  readonly #published = new Set<string>();
  readonly #settings: Collection;
  readonly #time: () => string;

  constructor(tenant: Tenant, settings: Collection) {
    super({
      path: "/custom-domains",
      key: "domain",
      idName: "custom_domain_id",
      whole: ["id", "domain", "status"],
      newId: () => newPrefixedId("cd_"),
      missing: ["The custom domain {id} does not exist", "inexistent_custom_domain"],
      taken: ["Custom domain already exists", "conflict"],
      settle: (row, write) => settled(row, write, tenant),
      view: ({ id, ...row }) => {
        const isDefault = row.domain === this.default;
        // The domains of older tenants do not say whether they are the default.
        const isSaid = isDefault || "is_default" in row;
        return copyOf({ custom_domain_id: id, ...row, ...(isSaid && { is_default: isDefault }) });
      },
    });
    this.#settings = settings;
    this.#time = tenant.time;
  }

  /** A domain of a seed that is the default becomes the default of the tenant, whatever its status. */
  override load(wire: unknown): Violation | undefined {
    const violation = super.load(wire);
    if (!violation && isObject(wire) && wire.is_default === true) this.#setDefault(wire.domain);
    return violation;
  }

  override dump(): WireObject[] {
    return this.list();
  }

  /** Publishes the DNS records of a domain, so that the next verification succeeds. */
  publish(key: string): void {
    this.#published.add(this.row(key).domain);
  }

  /**
   * Verifies a domain by its DNS records. A domain that is ready stays ready.
   *
   * @param key the id or the domain
   */
  verify(key: string): WireObject {
    const row = this.row(key);
    if (row.status === "ready" || !this.#published.has(row.domain)) return this.show(row);
    const verification = {
      ...(row.verification as WireObject),
      status: "verified",
      last_verified_at: this.#time(),
    };
    const certificate = row.type === managed && {
      certificate: { status: "provisioned", certificate_authority: "letsencrypt" },
    };
    const ready = { ...row, status: "ready", verification, ...certificate };
    this.put(ready);
    return { ...this.show(ready), ...(row.type !== managed && { cname_api_key: randomUUID() }) };
  }

  /**
   * The tenant's default domain.
   *
   * @param own the domain that every tenant has, which is the default if no custom domain is the default
   */
  defaultDomain(own: string): WireObject {
    const row = this.findByKey(this.default ?? own);
    return row ? this.show(row) : { domain: own };
  }

  /** Makes a domain the default. @throws ServiceError 400 for a domain that is not verified, 404 for a domain that the tenant does not have */
  makeDefault(domain: string, own: string): void {
    const row = domain === own ? undefined : (this.findByKey(domain) ?? this.missing(domain));
    if (row && row.status !== "ready") {
      throw new ServiceError(400, "The domain must be verified before it can be set as default.", "invalid_body");
    }
    this.#setDefault(row?.domain);
  }

  /** The custom domain that is the default, if any. */
  get default(): string | undefined {
    return this.#settings.get(defaultPath)?.domain as string | undefined;
  }

  #setDefault(domain: unknown): void {
    this.#settings.delete(defaultPath);
    if (domain !== undefined) this.#settings.update(defaultPath, { domain });
  }
}

/** The tenant's custom domains: `/custom-domains`. */
export function customDomainModule(tenant: Tenant, settings: Collection): Module<CustomDomains> {
  const domains = new CustomDomains(tenant, settings);
  const own = new URL(tenant.origin).host;
  const path = "/custom-domains";
  const routes = restRoutes(domains, {
    before: ({ param }, operation) => {
      const found = operation === "delete" ? domains.at(param("id")) : undefined;
      if (found && found.domain === domains.default) {
        throw new ServiceError(409, "Cannot delete the default custom domain. Set another domain as default first.");
      }
    },
    routes: {
      list: {
        handle: (request) => {
          const paged = request.page(() => ({ collection: "custom_domains", ...domains.listing() }));
          const isPaged = ["take", "from", "q"].some((name) => request.query.has(name));
          return isPaged ? paged : domains.listed().map((row) => domains.show(row));
        },
      },
    },
  });
  return {
    objects: domains,
    routes: [
      route(`GET ${path}/default`, () => domains.defaultDomain(own)),
      route(`PATCH ${path}/default`, ({ given }) => {
        domains.makeDefault(String(given().domain), own);
        return domains.defaultDomain(own);
      }),
      route(`POST ${path}/{id}/verify`, ({ param }) => domains.verify(param("id")), {
        ...{ status: 200, bucket: "custom-domains.verify", operation: "custom-domains.verify" },
      }),
      ...routes,
    ],
  };
}

function settled(row: WireObject, { given, before }: Write<StoredDomain>, tenant: Tenant): WireObject {
  const after: WireObject = { ...(!before && fresh(row, tenant)), ...row };
  if (isObject(given.domain_metadata)) {
    after.domain_metadata = withoutNulls({ ...(before?.domain_metadata as WireObject), ...given.domain_metadata });
  }
  return after.relying_party_identifier === null ? omit(after, ["relying_party_identifier"]) : after;
}

function fresh({ id, domain, type }: WireObject, { origin, time }: Tenant): WireObject {
  const target = `${String(id).toLowerCase().replaceAll("_", "-")}.edge.${new URL(origin).hostname}`;
  const verification = (name: string, record: string, at: string) => ({
    verification: { methods: [{ name, record, domain: at }] },
  });
  const common = { primary: true, is_default: false, status: "pending_verification", created_at: time() };
  if (type === managed) {
    const certificate = { status: "provisioning" };
    return { ...common, tls_policy: "recommended", certificate, ...verification("CNAME", target, String(domain)) };
  }
  const own = { custom_client_ip_header: null, origin_domain_name: target };
  const record = `tenant-domain-verification=${randomUUID()}`;
  return { ...common, ...own, ...verification("TXT", record, `_cf-custom-hostname.${domain}`) };
}
