import { readdir } from "node:fs/promises";
import { basename, dirname, join, posix, resolve } from "node:path";
import { sanitize } from "../client/index.ts";
import { deploymentOf } from "../import/names-from/deploy-cli.ts";
import { deployCli, type OtherTool } from "../import/names-from/select.ts";
import { isObject, type JsonObject } from "../schema/json.ts";
import { textIfAny, textOf } from "./files.ts";

/** The maximum number of data files in a folder. A folder with 10,000 customers has some 50,000. */
const maxFiles = 100_000;

/** The deepest folders in which the tool keeps data files. */
const maxDepth = 2;

/** Whether a path is a configuration of auth0-deploy-cli in YAML. */
export function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path);
}

/**
 * Reads a configuration of auth0-deploy-cli: a folder with `tenant.yaml`, or with JSON files, or the YAML file itself. Links are not followed.
 *
 * @param path the folder, or the YAML file
 * @param config the tool's configuration file. Default: `config.json` in the folder, if it exists
 * @throws Error that names the file and the problem
 */
export async function readDeployFolder(path: string, config?: string): Promise<OtherTool> {
  const folder = isYaml(path) ? dirname(path) : path;
  const configPath = config ?? join(folder, "config.json");
  const text = config === undefined ? await textIfAny(configPath) : await textOf(configPath);
  const yaml = isYaml(path) ? basename(path) : await yamlIn(folder);
  const paths = yaml === undefined ? await jsonFilesIn(folder) : [yaml];
  const files = new Map<string, string>();
  for (const one of paths) {
    if (resolve(folder, one) !== resolve(configPath)) files.set(one, await textOf(join(folder, one)));
  }
  return deployCli(deploymentOf(files, text === undefined ? {} : configOf(text, configPath)));
}

function configOf(text: string, path: string): JsonObject {
  try {
    const config: unknown = JSON.parse(text);
    if (isObject(config)) return config;
  } catch {
    // The message below also covers it, without a value of the file.
  }
  throw new Error(`${sanitize(path)}: this is not a JSON object`);
}

async function yamlIn(folder: string): Promise<string | undefined> {
  const names = await readdir(folder);
  return ["tenant.yaml", "tenant.yml"].find((name) => names.includes(name));
}

/** The paths of the JSON files in a folder, sorted, with `/`. */
async function jsonFilesIn(folder: string, inner = "", depth = 0): Promise<readonly string[]> {
  const entries = (await readdir(join(folder, inner), { withFileTypes: true })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const paths: string[] = [];
  for (const entry of entries) {
    const path = posix.join(inner, entry.name);
    const isHidden = entry.name.startsWith(".") || entry.name === "node_modules";
    if (entry.isFile() && entry.name.endsWith(".json")) paths.push(path);
    else if (entry.isDirectory() && !isHidden && depth < maxDepth)
      paths.push(...(await jsonFilesIn(folder, path, depth + 1)));
    if (paths.length > maxFiles) throw new Error(`${sanitize(folder)}: has more than ${maxFiles} files`);
  }
  return paths;
}
