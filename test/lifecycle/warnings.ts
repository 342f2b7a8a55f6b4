import { afterEach, beforeEach, vi } from "vitest";

/** What each test of a file warns of, line by line. */
export function gatherWarnings(): string[] {
  const warnings: string[] = [];
  beforeEach(() => {
    warnings.length = 0;
    vi.spyOn(console, "warn").mockImplementation((...parts) => void warnings.push(parts.join(" ")));
  });
  afterEach(() => void vi.restoreAllMocks());
  return warnings;
}
