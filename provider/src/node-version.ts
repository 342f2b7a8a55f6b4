/** The oldest Node that this package and what it depends on run on. `engines` in package.json says the same. */
const oldest = { major: 22, minor: 19 };

/**
 * Why a Node cannot run this package, in one line.
 *
 * @param version as in `process.versions.node`
 */
export function tooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  return `pulumi-tenant needs Node ${oldest.major}.${oldest.minor} or newer, this is ${major}.${minor}`;
}
