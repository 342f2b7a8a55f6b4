import { isObject, type Json } from "../../model/json.ts";
import { type Named, objectsOf } from "./objects.ts";
import { isPulumi, pulumiResources } from "./pulumi.ts";
import { unreadable } from "./source.ts";
import { isTerraform, terraformResources } from "./terraform.ts";

/**
 * The objects of the tenant that another tool manages, under the names that they have there, from the text of its file: a Terraform state
 * of version 4, or the export of a Pulumi stack, with the resources of Auth0's provider. No value of the file is in the result, but for
 * ids and for names of scopes.
 *
 * @throws NamesFileError that says what is wrong with the file
 */
export function namesFrom(text: string): Named {
  const document = parse(text);
  if (!isObject(document)) throw unreadable("this is not a JSON object");
  if (isPulumi(document)) return { tool: "pulumi", ...objectsOf(pulumiResources(document)) };
  if (isTerraform(document)) return { tool: "terraform", ...objectsOf(terraformResources(document)) };
  throw unreadable("this is of neither Terraform nor Pulumi");
}

/** The error of the parser would show a part of the text, and there are secrets in it. */
function parse(text: string): Json | undefined {
  try {
    // Tools of Windows write files with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
