const exe = process.platform === "win32" ? ".exe" : "";

/** The three programs that a run needs, side by side: the CLI, the host of Node programs, and the launcher of dynamic providers. */
export const programs = {
  cli: `pulumi${exe}`,
  host: `pulumi-language-nodejs${exe}`,
  launcher: `pulumi-resource-pulumi-nodejs${process.platform === "win32" ? ".cmd" : ""}`,
};

/** What a way of making the CLI is given. */
export interface MakeOptions {
  /** The checkout. */
  root: string;
  /** A folder for this attempt, removed afterwards, on the same file system as the CLI's place. */
  draft: string;
  /** The empty folder inside it where the programs belong. */
  target: string;
  /** The wanted release, without the leading `v`. */
  version: string;
  log: (line: string) => void;
  env: NodeJS.ProcessEnv;
}
