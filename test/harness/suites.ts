/** The folders of `test/` that hold suites, in the order in which they run. A folder that does not exist is no suite. */
export const suites = ["docs", "unit", "model", "lifecycle", "contract", "acceptance", "e2e"];
