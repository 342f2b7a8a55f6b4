import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import type { Tenant } from "../shared/room.ts";
import { omit, randomAlphanumerics, type Stored, type WireObject } from "../shared/store.ts";
import { checkBody, isObject, text } from "../shared/validation.ts";
import {
  attachedTo,
  type Credential,
  checkCredentials,
  hasNewCredentials,
  takeCredentials,
  withCredential,
} from "./credentials.ts";
import { freshClient } from "./fresh.ts";
import { patchedClient, withMirror } from "./merge.ts";
import { checkClient } from "./rules.ts";
import { changed, created } from "./schema.ts";

/** A stored client: with its secret and its credentials, whatever is answered of them. */
export interface StoredClient extends Stored {
  readonly name: string;
  readonly client_secret?: string;
  readonly credentials?: readonly Credential[];
}

/** What tells that an object of a seed is a whole client: such ones have a secret, or credentials in its place. */
const proofs = ["client_secret", "client_authentication_methods", "global"];

/** The tenant's clients, by `client_id`. Names are not unique. */
export class Clients extends Objects<StoredClient> {
  readonly #now: () => number;
  readonly #traits: Tenant["traits"];

  constructor({ name: tenant, traits, now }: Tenant) {
    super({
      key: "id",
      idName: "client_id",
      created,
      changed,
      // Old tenants have names that the service takes no more.
      seeded: { id: text("Id of the client", { min: 1 }), name: text("Name of the client", { min: 1 }) },
      whole: (wire) =>
        Object.hasOwn(wire, "id") && proofs.some((name) => Object.hasOwn(wire, name)) && !hasNewCredentials(wire),
      newId: () => randomAlphanumerics(32),
      notFound: () => new ServiceError(404, "The client does not exist", "inexistent_client"),
      taken: () => new ServiceError(409, "The client already exists."),
      settle: (wire, id, before) => this.#settle(wire, id, before, tenant),
      view,
    });
    this.#now = now;
    this.#traits = traits;
  }

  /** Direct access may choose the id of a new client. */
  override create(wire: WireObject): WireObject {
    const { client_id: id, ...given } = isObject(wire) ? wire : {};
    checkBody(created, isObject(wire) ? given : wire);
    return this.add(id === undefined ? given : { ...given, id });
  }

  /** A third party of the strict mode has an id of its own form. */
  override add(wire: WireObject): WireObject {
    const isStrict = freshClient(wire, "", this.#traits).third_party_security_mode === "strict";
    const id = wire.id ?? (isStrict ? `tpc_${randomAlphanumerics(22)}` : undefined);
    return super.add(id === undefined ? wire : { ...wire, id });
  }

  /** The credentials of a client. @throws ServiceError 404 */
  credentialsOf(id: string): readonly Credential[] {
    return this.require(id).credentials ?? [];
  }

  addCredential(id: string, wire: WireObject): Credential {
    const all = withCredential(this.credentialsOf(id), wire, this.#now());
    this.setCredentials(id, all);
    return all.at(-1) as Credential;
  }

  setCredentials(id: string, credentials: readonly Credential[]): void {
    this.table.put({ ...this.require(id), credentials });
  }

  /** Whether a client refers to one of its credentials. */
  uses(id: string, credential: string): boolean {
    return attachedTo(this.require(id)).includes(credential);
  }

  /** Gives a client another secret. @throws ServiceError 400 where it has credentials in its place */
  rotate(id: string): WireObject {
    const row = this.require(id);
    if (row.client_authentication_methods !== undefined) {
      throw new ServiceError(400, "The secret of a client with client_authentication_methods cannot be rotated.");
    }
    return this.change(row.id, { client_secret: newSecret() });
  }

  #settle(sent: WireObject, id: string, before: StoredClient | undefined, tenant: string): WireObject {
    if (before) {
      const row = withMirror(patchedClient(before, sent));
      checkClient(sent, row, before);
      checkCredentials(row, before.credentials ?? []);
      this.#checkAliases(id, row);
      return row;
    }
    const [client, credentials] = takeCredentials(sent, this.#now());
    const row = withMirror(freshClient(client, tenant, this.#traits));
    checkClient(sent, row, undefined);
    checkCredentials(row, credentials);
    this.#checkAliases(id, row);
    return { id, client_secret: newSecret(), ...row, ...(credentials.length > 0 && { credentials }) };
  }

  /** @throws ServiceError 409 for an alias that another client has */
  #checkAliases(id: string, { client_aliases }: WireObject): void {
    const aliases = Array.isArray(client_aliases) ? client_aliases : [];
    const others = this.table.all().filter((other) => other.id !== id);
    const isTaken = ({ client_aliases: theirs }: WireObject) =>
      Array.isArray(theirs) && theirs.some((alias) => aliases.includes(alias));
    if (aliases.length > 0 && others.some(isTaken)) {
      throw new ServiceError(409, "Another client exists with the same alias.");
    }
  }
}

/** A new secret: 64 characters of those that the service uses. */
function newSecret(): string {
  return randomAlphanumerics(64);
}

/** A client as it is answered to somebody who may see all of it. */
function view({ id, ...row }: StoredClient): WireObject {
  const client: WireObject = structuredClone({ client_id: id, ...omit(row, ["credentials"]) });
  return client.client_authentication_methods === undefined ? client : omit(client, ["client_secret"]);
}
