/** Runs a program with our terminal and our signals, and resolves to its exit code; see pass-through.mjs. */
export function passThrough(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number>;
