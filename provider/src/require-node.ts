/*
 * What an entry of the package imports first, before anything that an old Node cannot load.
 */
import { tooOld } from "./node-version.ts";

const problem = tooOld(process.versions.node);
// The mark is the one of the SDK's RunError: Pulumi then prints the message alone. The SDK's host prints the stack of every error.
if (problem !== undefined) throw Object.assign(new Error(problem), { stack: problem, __pulumiRunError: true });
