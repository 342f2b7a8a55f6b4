// Keeps one issue on GitHub for each resource that drifts, by GitHub's CLI ($GH_TOKEN, $GITHUB_REPOSITORY): opens it, adds what happens, and
// closes it when the resource is as declared again.
//   pulumi-tenant watch --exec "node exec/issue.mjs"
import { execFileSync } from "node:child_process";
import { linesOf, readDocument, subjectOf } from "./words.mjs";

const document = await readDocument();
const title = `Drift: ${subjectOf(document)}`;
const body = `\`\`\`text\n${linesOf(document).join("\n").slice(0, 60_000)}\n\`\`\`\n`;

const gh = (...args) =>
  execFileSync("gh", [...args, "--repo", process.env.GITHUB_REPOSITORY], { encoding: "utf8", timeout: 60_000 });
const ofTitle = `.[] | select(.title == ${JSON.stringify(title)}) | .number`;
const search = ["--state", "open", "--label", "drift", "--limit", "1000", "--json", "number,title"];
const [number] = gh("issue", "list", ...search, "--jq", ofTitle)
  .split("\n")
  .filter(Boolean);

if (number !== undefined) {
  gh("issue", "comment", number, "--body", body);
  if (!document.drift) gh("issue", "close", number);
} else if (document.drift) {
  gh("label", "create", "drift", "--description", "The tenant is not as the program says", "--force");
  gh("issue", "create", "--title", title, "--label", "drift", "--body", body);
}
