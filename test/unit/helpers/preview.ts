/** Builds what `pulumi refresh --preview-only --json` prints, in the form that CLI 3.259 prints it. */
import { handlerOf, providerCode } from "../../../provider/src/schema/provider-code.ts";

const root = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";

export interface ResourceSketch {
  readonly name: string;
  readonly type?: string;
  readonly id?: string;
  readonly parent?: string;
  readonly op?: string;
  readonly was?: object;
  readonly is?: object;
  /** The engine's detailed diff, by path. */
  readonly diff?: Readonly<Record<string, string>>;
  readonly extra?: object;
}

const tenant = "pulumi-nodejs:dynamic/tenant:";

/** The provider code of a class. */
export const codeOf = (type = "ResourceServer") => providerCode(handlerOf(type), true);

export function urnOf(name: string, type = "ResourceServer"): string {
  return `urn:pulumi:dev::shop::${type.includes(":") ? type : tenant + type}::${name}`;
}

export function stepOf(sketch: ResourceSketch): object {
  const { name, type = "ResourceServer", id = `id-${name}`, parent = root, was, is, diff, extra } = sketch;
  const op = sketch.op ?? (is === undefined ? "delete" : diff ? "update" : "refresh");
  const own = type.includes(":") ? {} : { __provider: codeOf(type) };
  const state = (inputs: object) => ({
    urn: urnOf(name, type),
    custom: true,
    id,
    type: type.includes(":") ? type : tenant + type,
    parent,
    inputs: { ...own, ...inputs },
    outputs: { ...own, __managed: { v: 2 }, ...inputs },
  });
  return {
    op,
    urn: urnOf(name, type),
    ...(was && { oldState: state(was) }),
    ...(is && { newState: state(is) }),
    detailedDiff: diff
      ? Object.fromEntries(Object.entries(diff).map(([path, kind]) => [path, { kind, inputDiff: true }]))
      : null,
    ...extra,
  };
}

export function previewText(sketches: readonly ResourceSketch[], more: object = {}): string {
  const steps = [{ op: "refresh", urn: root, detailedDiff: null }, ...sketches.map(stepOf)];
  return JSON.stringify({ config: { "shop:secret": "[secret]" }, steps, duration: 1, ...more });
}
