import type { SourceFile } from "./texts.ts";

/** The file of places: by configuration key, the property whose value the configuration of a stack replaces. */
export const placesFile = "stage-values.json";

/** The file that replaces the values of a program by those of the stack's configuration. A stack without a key has the program's value. */
export const stageValuesFile: SourceFile = {
  path: "stage-values.ts",
  text: `import { readFileSync } from "node:fs";
import { Config, Output, output, runtime } from "@pulumi/pulumi";

/** A property whose value the configuration of a stack replaces. */
interface Place {
  readonly type: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly kind: "text" | "number" | "boolean" | "secret";
}

/** By the key of the configuration. A stack without this key has the value of the program. */
const places: Readonly<Record<string, Place>> = JSON.parse(readFileSync("${placesFile}", "utf8"));

const config = new Config();
const valueOf = {
  text: (key: string) => config.get(key),
  number: (key: string) => config.getNumber(key),
  boolean: (key: string) => config.getBoolean(key),
  secret: (key: string) => config.getSecret(key),
};

function withValue(there: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Output.isInstance(there) || there instanceof Promise)
    return output(there).apply((known: unknown) => withValue(known, path, value));
  if (Array.isArray(there)) return there;
  const values = { ...(there as Readonly<Record<string, unknown>> | undefined) };
  return { ...values, [key]: withValue(values[key], rest, value) };
}

runtime.registerStackTransformation(({ type, name, props, opts }) => {
  let changed = props;
  for (const [key, place] of Object.entries(places)) {
    if (!type.endsWith(\`/tenant:\${place.type}\`) || name !== place.name) continue;
    const value = valueOf[place.kind](key);
    if (value !== undefined) changed = withValue(changed, place.path, value) as typeof props;
  }
  return { props: changed, opts };
});
`,
};
