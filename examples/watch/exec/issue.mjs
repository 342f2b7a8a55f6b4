// Keeps one issue on GitHub for each resource that drifts, by GitHub's CLI ($GH_TOKEN, $GITHUB_REPOSITORY): opens it, adds reports, and
// closes it when the drift is gone.
//   pulumi-tenant watch --exec "node exec/issue.mjs"
import { readDocument, run, subjectOf, textOf } from "./words.mjs";

const document = await readDocument();
const title = `Drift: ${subjectOf(document)}`;
// GitHub accepts at most 65,536 characters.
const body = `\`\`\`text\n${textOf(document, 60_000)}\n\`\`\`\n`;

const gh = (args, input) => run("gh", [...args, "--repo", process.env.GITHUB_REPOSITORY], { input, timeout: 60_000 });
const ofTitle = `.[] | select(.title == ${JSON.stringify(title)}) | .number`;
const search = ["--state", "open", "--label", "drift", "--limit", "1000", "--json", "number,title"];
const [number] = gh(["issue", "list", ...search, "--jq", ofTitle])
  .split("\n")
  .filter(Boolean);

if (number !== undefined) {
  gh(["issue", "comment", number, "--body-file", "-"], body);
  if (!document.drift) gh(["issue", "close", number]);
} else if (document.drift) {
  gh(["label", "create", "drift", "--description", "The tenant is not as the program says", "--force"]);
  gh(["issue", "create", "--title", title, "--label", "drift", "--body-file", "-"], body);
}
