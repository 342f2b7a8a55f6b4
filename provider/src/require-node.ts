/*
 * Every entry point of the package imports this file first, before modules that an old Node cannot load. An old Node then fails with a
 * message that names the required version.
 */
import { tooOld } from "./node-version.ts";

const problem = tooOld(process.versions.node);
// Pulumi prints only the message of an error that has the SDK's mark `__pulumiRunError`. The SDK's dynamic-provider process prints the stack
// of every error, so the stack is set to the message, too.
if (problem !== undefined) throw Object.assign(new Error(problem), { stack: problem, __pulumiRunError: true });
