/** The oldest Node version that this package and its dependencies support: equal to `engines` in package.json. */
const oldest = { major: 22, minor: 19 };

/**
 * The message for a Node version that is too old for this package, in one line; undefined for a supported version. `bin/pulumi-tenant.js` loads
 * this file alone, and prints the message itself.
 *
 * @param version as in `process.versions.node`
 */
export function tooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  return `pulumi-tenant needs Node ${oldest.major}.${oldest.minor} or newer, this is ${major}.${minor}`;
}
