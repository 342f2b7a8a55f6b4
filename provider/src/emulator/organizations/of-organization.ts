import type { Owners } from "../shared/objects.ts";
import { Rows } from "../shared/rows.ts";
import type { Stored, WireObject } from "../shared/store.ts";

/** A row that belongs to an organization. */
export interface OfOrganization extends Stored {
  readonly organization_id: string;
}

/** The rows that belong to organizations, such as their members. Each organization has at most one for each key. */
export abstract class OfOrganizations<Row extends OfOrganization> extends Rows<Row> {
  readonly organizations: Owners;

  constructor(organizations: Owners) {
    super();
    this.organizations = organizations;
    this.belong("organization_id", organizations);
  }

  /** The rows of an organization, oldest first. Default: those of all organizations. */
  list(organization?: string): WireObject[] {
    const rows =
      organization === undefined
        ? this.all()
        : this.where({ organization_id: this.organizations.find(organization)?.id });
    return rows.map((row) => this.show(row));
  }

  /** The row in the form of {@link list}; undefined if the organization does not have it. */
  get(organization: string, key: string): WireObject | undefined {
    const row = this.at(organization, key);
    return row && this.show(row);
  }

  /** The stored row, if it exists. */
  at(organization: string, key: string): Row | undefined {
    const owner = this.organizations.find(organization);
    return owner && this.find(idIn(owner.id, key));
  }

  override dump(): WireObject[] {
    return this.list();
  }
}

/** The id of a row that belongs to an organization. */
export function idIn(organization: string, key: string): string {
  return `${organization}::${key}`;
}
