import { omit, type WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";

/** What a PATCH merges by its members, one level deep. Everything else is replaced. */
const merged = [
  ...["jwt_configuration", "addons", "client_metadata", "mobile", "native_social_login", "session_transfer"],
  "signed_request_object",
];
/** What goes away where it is set to this. */
const gone: Readonly<Record<string, string>> = { initiate_login_uri: '""', oidc_logout: "{}" };
/** Where an empty object takes all members away, and stays. */
const emptied = ["addons", "client_metadata"];

/** A client after a PATCH. */
export function patchedClient(before: WireObject, given: WireObject): WireObject {
  const row: WireObject = { ...before };
  for (const [name, value] of Object.entries(given)) {
    if (value === null || gone[name] === JSON.stringify(value)) {
      delete row[name];
      if (name === "oidc_backchannel_logout") delete row.oidc_logout;
    } else row[name] = merged.includes(name) && isObject(value) ? together(name, before[name], value) : value;
  }
  const urls = given.oidc_backchannel_logout;
  if (isObject(urls)) row.oidc_logout = { ...(isObject(row.oidc_logout) && row.oidc_logout), ...urls };
  return row;
}

function together(name: string, before: unknown, given: WireObject): WireObject {
  if (!isObject(before) || (emptied.includes(name) && Object.keys(given).length === 0)) return withoutNulls(given);
  return withoutNulls({ ...before, ...given });
}

function withoutNulls(object: WireObject): WireObject {
  return omit(
    object,
    Object.keys(object).filter((name) => object[name] === null),
  );
}

/** A client with the older form of what it says of logouts, which every answer has beside the newer one. */
export function withMirror(row: WireObject): WireObject {
  const { oidc_backchannel_logout: _, ...client } = row;
  if (!isObject(client.oidc_logout)) return client;
  const { backchannel_logout_urls: urls } = client.oidc_logout;
  return { ...client, oidc_backchannel_logout: urls === undefined ? {} : { backchannel_logout_urls: urls } };
}
