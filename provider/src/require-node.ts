/*
 * Every entry point of the package imports this file first, before modules that an old Node cannot load. An old Node then fails with a
 * message that names the required version.
 */

/** The oldest Node version that this package and its dependencies support: equal to `engines` in package.json. */
const oldest = { major: 22, minor: 19 };

/**
 * The message for a Node version that is too old for this package, in one line; undefined for a supported version.
 *
 * @param version as in `process.versions.node`
 */
export function tooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  return `pulumi-tenant needs Node ${oldest.major}.${oldest.minor} or newer, this is ${major}.${minor}`;
}

const problem = tooOld(process.versions.node);
// Pulumi prints only the message of an error that has the SDK's mark `__pulumiRunError`. The SDK's dynamic-provider process prints the stack
// of every error, so the stack is set to the message, too.
if (problem !== undefined) throw Object.assign(new Error(problem), { stack: problem, __pulumiRunError: true });
