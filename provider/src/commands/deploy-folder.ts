import { readdir } from "node:fs/promises";
import { basename, dirname, join, posix, resolve } from "node:path";
import { z } from "zod";
import { sanitize } from "../client/index.ts";
import { deploymentOf } from "../import/names-from/deploy-cli.ts";
import { deployCli, type OtherTool } from "../import/names-from/select.ts";
import { isObject, type JsonObject } from "../schema/json.ts";
import { jsonIfAny, namesIn, textOf } from "./files.ts";

/** The maximum number of data files in a folder. A folder with 10,000 customers has some 50,000. */
const maxFiles = 100_000;

/** The deepest folders in which the tool keeps files: partials of prompts, by prompt and screen. */
const maxDepth = 4;

/** The extensions of files with data, and of files with code and templates. */
const extensions = { data: /\.json$/, text: /\.(?:js|html|liquid|css|md|txt)$/ };

/** The configuration of the tool: its keys are read where they are used. */
const configForm = z.custom<JsonObject>(isObject);

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
  const settings = await jsonIfAny(configPath, configForm, "this is not a JSON object");
  if (config !== undefined && settings === undefined) throw new Error(`${config}: cannot be read (ENOENT)`);
  const names = await namesIn(folder);
  const yaml = isYaml(path) ? basename(path) : ["tenant.yaml", "tenant.yml"].find((name) => names.includes(name));
  const all = await filesIn(folder);
  const isConfig = (file: string) => resolve(folder, file) === resolve(configPath);
  const data = yaml === undefined ? all.filter((file) => extensions.data.test(file) && !isConfig(file)) : [yaml];
  const files = new Map<string, string>();
  for (const file of data) files.set(file, await textOf(join(folder, file)));
  const texts: string[] = [];
  for (const file of all) if (extensions.text.test(file)) texts.push(await textOf(join(folder, file)));
  return deployCli(deploymentOf(files, settings ?? {}, texts));
}

/** The paths of the files in a folder with known extensions, sorted, with `/`. */
async function filesIn(folder: string, inner = "", depth = 0): Promise<readonly string[]> {
  const entries = (await readdir(join(folder, inner), { withFileTypes: true })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const paths: string[] = [];
  for (const entry of entries) {
    const path = posix.join(inner, entry.name);
    const isHidden = entry.name.startsWith(".") || entry.name === "node_modules";
    const isKnown = Object.values(extensions).some((extension) => extension.test(entry.name));
    if (entry.isFile() && isKnown) paths.push(path);
    else if (entry.isDirectory() && !isHidden && depth < maxDepth)
      paths.push(...(await filesIn(folder, path, depth + 1)));
    if (paths.length > maxFiles) throw new Error(`${sanitize(folder)}: has more than ${maxFiles} files`);
  }
  return paths;
}
