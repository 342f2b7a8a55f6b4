import { describe, expect, test } from "vitest";
import { toPointer } from "../../../provider/src/schema/json.ts";
import { undocumentedOptions } from "../../../provider/src/types/connection/tools.ts";

describe("options without a type", () => {
  test.each([
    ["oidc", { issuer: "https://idp.example.com/", scope: "openid" }, []],
    ["oidc", { issuer: "https://idp.example.com/", free: [1] }, ["/free"]],
    ["oidc", { issuer: 5 }, ["/issuer"]],
    ["oidc", { type: "side_channel", scope: "openid" }, ["/type"]],
    ["oidc", { id_token_signed_response_algs: ["RS256", "none"] }, ["/id_token_signed_response_algs"]],
    ["oidc", { attribute_map: { mapping_mode: "basic_profile" } }, ["/attribute_map/mapping_mode"]],
    ["okta", { attribute_map: { mapping_mode: "basic_profile", free: 1 } }, ["/attribute_map/free"]],
    ["okta", { oidc_metadata: { issuer: "x", free: [1] } }, []],
    ["samlp", { fieldsMap: { name: ["a", "b"], email: "c" }, decryptionKey: { key: "k", cert: "c" } }, []],
    ["samlp", { fieldsMap: { name: [1], email: "c" } }, ["/fieldsMap"]],
    ["samlp", { decryptionKey: { key: 1 } }, ["/decryptionKey/key"]],
    ["samlp", { decryptionKey: 1 }, ["/decryptionKey"]],
    ["auth0", { password_options: { history: { size: "5", active: true } } }, ["/password_options/history/size"]],
    ["auth0", { validation: null }, ["/validation"]],
    ["oidc", { upstream_params: { ui: { alias: "ui_locales" }, fixed: { value: "x" } } }, []],
    ["oidc", { upstream_params: { ui: { alias: "not one" } } }, ["/upstream_params/ui/alias"]],
    ["oidc", { upstream_params: { ui: "not one" } }, ["/upstream_params"]],
    ["oidc", { constructor: 1 }, ["/constructor"]],
    ["adfs", { issuer: 5 }, []],
    ["constructor", { issuer: 5 }, []],
  ] as const)("of %s: among %j, these are marked as undocumented: %j", (strategy, options, expected) => {
    expect(undocumentedOptions(strategy, options).map(toPointer)).toEqual(expected);
  });
});
