import type { TerraformType } from "./terraform-arguments.made.ts";

/*
 * How the objects of a resource type are written for Auth0's Terraform provider. Its names for an import are in `foreignTypes` (`tool-data.ts`).
 */

/** The resources of Terraform for the members of a set that several resources can share. */
export interface TerraformMembers {
  /** The property with the members. */
  readonly property: string;
  /** The arguments that name the set, each with the property of this resource that has the value; `id` is the object's id. */
  readonly of: Readonly<Record<string, string>>;
  /**
   * The resource with all members of the set. It removes others, so it stands only for an exclusive set. Absent: there is none for this set. If its
   * argument is a block for each member, `member` is the name of the member's name in it. Default: `name`.
   */
  readonly whole?: { readonly type: TerraformType; readonly argument: string; readonly member?: string };
  /** The resource with a single member, and the argument with the member's name. */
  readonly each: { readonly type: TerraformType; readonly argument: string };
  /** The argument with what a member has besides its name: the value of a map's entry, or the key of a group. */
  readonly more?: string;
}

/** The resource of Terraform for the objects of a type. */
export interface Counterpart {
  /** Absent if the objects are only members. */
  readonly type?: TerraformType;
  /** The block that the object's arguments stand in. Objects with the same type and a block form one resource. */
  readonly block?: string;
  /**
   * Arguments whose names are not those of the API in snake_case: the API's path, and the path there. Both begin at the resource; inside a list,
   * the path there begins at the element. `{property}` stands for the value of a property.
   */
  readonly names?: Readonly<Record<string, string>>;
  /** Arguments that programs do not have: the path there, and the text, or the text by the property that the program declares. */
  readonly implied?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  /** Properties that the resource does not get, each with the reason. */
  readonly without?: Readonly<Record<string, string>>;
  /** Properties with which an object is not written, each with the reason. */
  readonly unless?: Readonly<Record<string, string>>;
  /** The id of an import. Default: the object's id. */
  readonly importId?: string;
  readonly members?: TerraformMembers;
}

/** Resources of Terraform's provider that no import takes over, although a program can declare their objects: what to do with each. */
export const declaredByHand: Readonly<Record<string, string>> = {
  auth0_client_cimd:
    "a metadata document defines it: remove it from the other tool's state, and declare a `Client` with `externalClientId` and `adopt: true`",
};
