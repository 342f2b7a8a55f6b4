import { byEither, offsetPage, readListQuery } from "./query.ts";
import type { Route } from "./router.ts";

/**
 * A route whose list is always empty: enough for clients that ask for it beside what they are about.
 * @param path as `/client-grants`; its last part with underscores names the list, unless `collection` does
 */
export function emptyList(
  path: string,
  scope: string,
  collection = path.split("/").at(-1)?.replaceAll("-", "_"),
): Route {
  return {
    method: "GET",
    path,
    operation: `${path
      .slice(1)
      .replaceAll(/\/:\w+/g, "")
      .replaceAll("/", ".")}.list`,
    scope,
    handle: ({ query }) => {
      const asked = readListQuery(query, byEither);
      const name = collection ?? "";
      return { status: 200, body: asked.byCursor ? { [name]: [] } : offsetPage([], name, asked) };
    },
  };
}
