import { membersOf, type SourceResource, textOf } from "./source.ts";
import { type NamedKind, type Row, rows } from "./types.ts";

/** An object of the tenant that another tool manages. */
export interface NamedObject {
  readonly kind: NamedKind;
  /** What the tenant calls it: the id, the identifier of `ResourceServerScopes`, `organizationId::userId` of a member's roles. */
  readonly id: string;
  /** The name that it had, unique among those of its kind. */
  readonly name: string;
  /** Where the tool keeps it: addresses of Terraform, URNs of Pulumi. */
  readonly sources: readonly string[];
  /** The tool manages only these scopes, roles or clients of it, if any, and others are somebody else's. Absent: it manages all. */
  readonly members?: readonly string[];
}

/** A resource of the file that is not taken over. */
export interface NotTaken {
  readonly address: string;
  readonly type: string;
  readonly reason: string;
}

/** What a file holds: each object once, and what is not taken over. */
export interface Named {
  readonly tool: "terraform" | "pulumi";
  readonly objects: readonly NamedObject[];
  readonly left: readonly NotTaken[];
}

/** The objects behind the resources of a file. Several resources can manage parts of the same object. */
export function objectsOf(resources: readonly SourceResource[]): Omit<Named, "tool"> {
  const drafts = new Drafts();
  const left: NotTaken[] = [];
  const isPart = ({ type }: SourceResource) => rows.get(type)?.partOf !== undefined;
  // An object comes before what is added to it, wherever the file has it.
  for (const resource of [...resources.filter((one) => !isPart(one)), ...resources.filter(isPart)]) {
    const { address, type } = resource;
    const row = rows.get(type);
    const reason = reasonToLeave(resource, row);
    if (reason !== undefined) left.push({ address, type, reason });
    else if (row) drafts.add(resource, row);
  }
  return { objects: drafts.objects(), left };
}

function reasonToLeave({ left, type, attributes }: SourceResource, row: Row | undefined): string | undefined {
  if (left !== undefined) return left;
  if (!row) return type.startsWith("auth0") ? "pulumi-tenant has no resource for it" : "it is of another provider";
  const unnamed = row.id.find((attribute) => textOf(attributes, attribute) === undefined);
  if (unnamed !== undefined) return `its ${unnamed} cannot be read in the file`;
  const [needed, reason] = row.needs ?? [];
  return needed !== undefined && membersOf(attributes, needed).length === 0 ? reason : undefined;
}

interface Draft {
  readonly kind: NamedKind;
  readonly id: string;
  readonly sources: SourceResource[];
  /** The first resource that stands for the object itself. */
  whole?: SourceResource;
  /** Absent as long as no resource speaks of members. */
  members?: "all" | Set<string>;
}

/** The objects while the resources come in one by one. */
class Drafts {
  readonly #drafts = new Map<string, Draft>();
  /** By provider, then by what its other resources call them. */
  readonly #owners = new Map<string, Map<string, Draft>>();

  add(resource: SourceResource, row: Row): void {
    const { provider, attributes } = resource;
    const id = row.id.map((attribute) => textOf(attributes, attribute)).join("::");
    const owners = this.#owners.get(provider) ?? new Map<string, Draft>();
    this.#owners.set(provider, owners);
    const owner = row.partOf && owners.get(keyOf(row.partOf, id));
    const draft = owner ?? this.#draftOf(row.kind, id);
    draft.sources.push(resource);
    if (row.members === "all") draft.members = "all";
    else if (row.members && draft.members !== "all") {
      const named = row.members === "none" ? [] : membersOf(attributes, row.members.only);
      draft.members = new Set([...(draft.members ?? []), ...named]);
    }
    if (owner || typeof row.members === "object") return;
    draft.whole ??= resource;
    owners.set(keyOf(row.kind, id), draft);
    const alias = row.alias && textOf(attributes, row.alias);
    if (alias !== undefined) owners.set(keyOf(row.kind, alias), draft);
  }

  objects(): readonly NamedObject[] {
    const names = new UniqueNames();
    return [...this.#drafts.values()].map(({ kind, id, sources, whole, members }) => ({
      kind,
      id,
      name: names.give(kind, whole?.name ?? commonName(sources.map(({ name }) => name))),
      sources: sources.map(({ address }) => address),
      ...(members instanceof Set && { members: [...members].sort() }),
    }));
  }

  #draftOf(kind: NamedKind, id: string): Draft {
    const key = keyOf(kind, id);
    const draft = this.#drafts.get(key) ?? { kind, id, sources: [] };
    this.#drafts.set(key, draft);
    return draft;
  }
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** The words that names of parts have in common at the start: `orders` for `orders-read` and `orders-write`. */
function commonName(names: readonly string[]): string {
  const [first = "", ...others] = names;
  const words = first.split("-");
  const rest = others.map((name) => name.split("-"));
  const different = words.findIndex((word, index) => rest.some((other) => other[index] !== word));
  return different <= 0 ? first : words.slice(0, different).join("-");
}

/** Gives each name of a kind once: the second `orders` is `orders-2`. */
class UniqueNames {
  /** The number of the last one, by what was asked for. */
  readonly #last = new Map<string, number>();

  give(kind: NamedKind, name: string): string {
    for (;;) {
      const number = (this.#last.get(keyOf(kind, name)) ?? 0) + 1;
      this.#last.set(keyOf(kind, name), number);
      if (number === 1) return name;
      const numbered = `${name}-${number}`;
      if (this.#last.has(keyOf(kind, numbered))) continue;
      this.#last.set(keyOf(kind, numbered), 1);
      return numbered;
    }
  }
}
