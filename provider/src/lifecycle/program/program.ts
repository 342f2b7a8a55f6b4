import type { JsonObject } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";
import { entryIn } from "../entry-in.ts";
import type { SharedCalls } from "../reads/reads.ts";
import { WriteOnlySecrets } from "../write-only-secrets.ts";
import { Attempts } from "./attempts.ts";
import { DeclaredClaims } from "./declared-claims.ts";
import { DeclaredSingletons } from "./declared-singletons.ts";
import { type Manager, Managers } from "./managers.ts";
import { MovingMembers } from "./moving-members.ts";
import { Namesakes } from "./namesakes.ts";
import { OldInputs } from "./old-inputs.ts";
import { Replacements } from "./replacements.ts";
import { Turns } from "./turns.ts";

/** An object that is to be deleted, with the keys under which a running program knows it. */
export interface DeletionTarget {
  /** The tenant's id of the object. */
  readonly id: string;
  /** Its type and id. Undefined if the resource has no object of its own. */
  readonly object?: string | undefined;
  /** The key of the claim on the object. */
  readonly key?: string | undefined;
  /** The keys under which a program may read it. */
  readonly reads: readonly string[];
  /** The key of the claim on a set. */
  readonly set?: string | undefined;
  /** The mark of the entry that is deleted. */
  readonly mark?: string | undefined;
  /** When the object was created, if the record has it. */
  readonly made?: number | undefined;
}

/** The reasons why a running program needs an object that is to be deleted, or members of its set. */
export interface Keepers {
  /** The resource that declares the object, but was not created in this run because of an error, for messages. */
  readonly creator?: string | undefined;
  /** The resource that was to replace the object, and whose creation failed in this run, for messages. Its entry still has the object. */
  readonly replacer?: string | undefined;
  /** The resources that manage the object. */
  readonly managers: readonly Manager[];
  /** Whether the program reads the object with `get`. */
  readonly isRead: boolean;
  /** The id of a newer object with the same name, see {@link Namesakes.successorOf}. */
  readonly successor?: string | undefined;
  /** The resources that manage members of its set. */
  readonly sharers: readonly Manager[];
}

/** The declared values of a resource. */
export interface DeclaredInputs {
  readonly args: JsonObject;
  /** Its inputs in the state; empty if the state does not have the resource, or if the run replaces the object. */
  readonly before: JsonObject;
  /** Whether the object can only be a new one. */
  readonly isNew: boolean;
}

/** The names of the classes with a value that refers to the objects of a schema by their id. */
export type ReferringTypes = (schema: Schema) => readonly string[];

/** What a run knows about the program's resources at one tenant: each fact that resources tell each other has a class of its own. */
export class RunningProgram {
  readonly referring: ReferringTypes;
  /** In a preview: the declared values of the resources that it has checked, by their unique names. */
  readonly inputs = new Map<string, DeclaredInputs>();
  /** Objects in the state that the engine has compared or refreshed in this run. */
  readonly inState = new Set<string>();
  /** Objects of the state whose names become free before the run ends: the run gives them other names, or deletes them before it replaces them. */
  readonly freed = new Set<string>();
  /** The keys of objects that the program only reads (`get`), by their ids and by their unique values. */
  readonly onlyRead = new Set<string>();
  /** The provisional ids of objects that this run has deleted. A listing may still return these objects. */
  readonly deleted = new Set<string>();
  /** The write-only values of this run: checks replace such a value by a hash, and the requests that send it look it up here. */
  readonly secrets = new WriteOnlySecrets();
  readonly moving = new MovingMembers();
  readonly replacements = new Replacements();
  readonly claims = new DeclaredClaims();
  readonly managers = new Managers(this.claims);
  readonly singletons = new DeclaredSingletons();
  readonly oldInputs = new OldInputs();
  readonly namesakes = new Namesakes();
  readonly attempts = new Attempts();
  /** The reasons why the last read of an object could not see a part of it: by schema, then by the tenant's id. */
  readonly unread = new Map<Schema, Map<string, string>>();
  /** The ids of the objects that the program manages, by the noun of their type. A listing may lag behind and not show the newest of them. */
  readonly ids = new Map<string, Set<string>>();
  /** Whether a look-up of a preview has failed. The preview then warns once and looks up no further objects, instead of waiting for each failure. */
  isOutOfReach = false;
  /** Whether the run tries settings of a disposable tenant and restores them, so that it may overwrite values of other clients. */
  isTrial = false;
  /** Whether this run is a preview. A refresh runs no checks, so it does not count as one. */
  isPreview = false;
  /** Whether the run has already warned that the token does not name its client. */
  isOwnAccessUnknown = false;
  /** The responses to the look-ups of a preview, cached because the look-ups of all new objects of a type request the same listing of names. */
  sharedCalls: SharedCalls | undefined;
  /** The programs that have declared a resource of a name. Each remote component is a program of its own, as is each copy of the package. */
  readonly #origins = new Map<string, Set<string>>();
  /** The turns of the writes, by the noun of their type. */
  readonly #turns = new Map<string, Turns>();

  constructor(referring: ReferringTypes) {
    this.referring = referring;
  }

  /**
   * A name that no other resource of this run has.
   *
   * @param label the resource's class and name, unique within its program
   * @param origin distinguishes the program from other programs of the run
   */
  uniqueName(label: string, origin: string): string {
    const origins = entryIn(this.#origins, label, () => new Set<string>()).add(origin);
    const at = [...origins].indexOf(origin);
    return at === 0 ? label : `${label} (program ${at + 1})`;
  }

  /** The turns of the writes of one type. */
  turnsOf({ noun }: Schema): Turns {
    return entryIn(this.#turns, noun, () => new Turns());
  }

  /** The reasons why this program needs an object that is to be deleted, or members of its set. */
  keepersOf(leaving: DeletionTarget): Keepers {
    const { object, key, reads, set, mark, made } = leaving;
    return {
      creator: key === undefined ? undefined : this.claims.missingCreatorOf(key, made),
      replacer: object === undefined ? undefined : this.replacements.failed.get(object),
      managers: object === undefined ? [] : this.managers.of(object, mark),
      isRead: reads.some((read) => this.onlyRead.has(read)),
      successor: this.namesakes.successorOf(leaving)?.id,
      sharers: set === undefined ? [] : this.managers.of(set, mark),
    };
  }
}
