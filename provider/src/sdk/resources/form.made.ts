// Made of `types/forms/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { form } from "../../types/forms/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/**
 * The arguments of a {@link Form}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the default of a new form.
 */
export interface FormArgs {
  /** The display name: 1 to 150 characters. Several forms can have the same name. */
  name: pulumi.Input<string>;
  /** The languages, such as `{ primary: "en" }`. */
  languages?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** The pages, flows and routers of the form, in any order. When cleared: none. */
  nodes?: pulumi.Input<pulumi.Input<Readonly<Record<string, unknown>>>[] | undefined>;
  /** The first node (`next_node`), and hidden fields. */
  start?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * The end of the form: a redirection, a flow after the submission, or `{ resume_flow: true }`, which is the default:
   * the login continues.
   */
  ending?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Your own messages: `{ errors, custom }`. */
  messages?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Your own texts, by language. */
  translations?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** The style sheet: `{ css }`. */
  style?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether the existing form with this `name` is adopted instead of creating another one. Only used at creation. With
   * false, a new form is intended, and an older one with the same name can be deleted when it is removed from the
   * program.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A form: pages that users see and fill in during a login, and their routes through them.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const save = new tenant.Flow("save", { name: "Save the address" });
 * const address = new tenant.Form("address", {
 *   name: "Address",
 *   languages: { primary: "en" },
 *   nodes: [
 *     {
 *       id: "ask",
 *       type: "STEP",
 *       config: {
 *         components: [
 *           { id: "address", category: "FIELD", type: "TEXT", label: "Your address", required: true, config: {} },
 *           { id: "next", category: "BLOCK", type: "NEXT_BUTTON", config: { text: "Continue" } },
 *         ],
 *         next_node: "save",
 *       },
 *     },
 *     { id: "save", type: "FLOW", config: { flow_id: save.id, next_node: "$ending" } },
 *   ],
 *   start: { next_node: "ask" },
 * });
 * export const formId = address.id;
 * ```
 *
 * **Documents**: all properties besides the name are under the service's own names, as the dashboard exports them. `nodes` is one value; in the others,
 * only declared keys are managed, at any depth.
 *
 * **Nodes** have the types `STEP` (a page), `FLOW` and `ROUTER`. Their ids are the program's own: letters, digits, `_`. `start`, nodes and components
 * name their successors by these ids, or `$ending`. The service checks these references, so an update that changes `nodes`, `start` or `ending` sends
 * all three, and a preview names references to nodes that the program does not declare.
 *
 * **Flows**: pass the `id` of a `Flow` as `config.flow_id` of a node, or as `ending.after_submit.flow_id`. So it is created before the form, and deleted
 * after it.
 *
 * **Actions**: an action shows the form by its id. Pass the `id` of the form as a secret of the `Action`, because code cannot contain an output.
 *
 * **Secrets**: if a component has a value that is or looks like a secret, such as the `secret_key` of a captcha, all `nodes` are encrypted in the state
 * and hidden in previews.
 *
 * **Security**: the code of a component in `nodes` runs in the browser of the user and can read what the user enters. A redirection in `ending` sends
 * users to another address.
 *
 * **Updates** read the form first, because the API replaces each document as a whole.
 *
 * **Destroy** deletes the form. Logins whose action shows it fail.
 *
 * **Events**: the service sends no events about forms. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /forms`, `GET|PATCH|DELETE /forms/{id}`; to find a form by its `name`, `GET /forms`.
 * Scopes: `create|read|update|delete:forms`.
 */
export class Form extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(form.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly languages: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly nodes: pulumi.Output<Readonly<Record<string, unknown>>[] | undefined>;
  declare readonly start: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly ending: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly messages: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly translations: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly style: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a form.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: FormArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(form, name, args, opts);
  }
}

/**
 * A form as look-ups return it, without `languages`, `nodes`, `start`, `ending`, `messages`, `translations` and
 * `style`, which can contain secrets. A property that the service omits is absent.
 */
export interface GetFormResult {
  /** The form's id: `ap_…`. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
}

/** The requested form: exactly one of name and id. It is an error if several have the name. */
export type GetFormArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetFormArgs} with values that may be outputs. */
export type GetFormOutputArgs = OutputArgs<GetFormArgs>;

/** The filter for forms. Texts are compared exactly, including letter case. Default: all forms. */
export interface GetFormsArgs {
  /** The name. Several forms can have it. */
  name?: string | undefined;
}

/** {@link GetFormsArgs} with values that may be outputs. */
export type GetFormsOutputArgs = OutputArgs<GetFormsArgs>;

/** The result of {@link getForms}. */
export interface GetFormsResult {
  /** The objects, in the service's order. */
  readonly forms: GetFormResult[];
}

const { one, all } = commonLookUps<GetFormArgs, GetFormResult, GetFormsArgs, GetFormsResult>(form);

/**
 * The form that matches. Routes: `GET /forms`, `GET /forms/{id}`; scope: `read:forms`. {@link LookUp} describes the
 * common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const form = await tenant.getForm({ name: "Address" });
 * export const formId = form.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if none or several match; the error lists the objects found (name, id)
 */
export const getForm = one.plain;

/** {@link getForm} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getFormOutput = one.output;

/**
 * The tenant's forms. Route: `GET /forms`; scope: `read:forms`. The function reads all forms and then applies the
 * filter. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { forms } = await tenant.getForms();
 * export const formNames = forms.map(({ name }) => name);
 * ```
 */
export const getForms = all.plain;

/** {@link getForms} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getFormsOutput = all.output;
