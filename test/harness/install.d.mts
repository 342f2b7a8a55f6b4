export function ensureDependencies(options: { root: string; log: (line: string) => void }): Promise<void>;
export function projectNode(root: string): string | undefined;
