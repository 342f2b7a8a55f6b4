import type * as pulumi from "@pulumi/pulumi";
import { expectTypeOf, test } from "vitest";
import type { Action, Client, Connection, TriggerActions } from "../../../provider/src/index.ts";
import type { DidYouMean, Spelled } from "../../../provider/src/sdk/arguments.ts";

declare const text: string;
declare const output: pulumi.Output<string>;
declare const one: "post-login" | "a-newer-trigger";

/** Never called: the compiler is the test (`tsc -p tsconfig.json`). */
export function programs(
  Connects: typeof Connection,
  Acts: typeof Action,
  Binds: typeof TriggerActions,
  Applies: typeof Client,
): void {
  new Connects("c", { name: "c", strategy: "oidc" });
  new Connects("c", { name: "c", strategy: "a-newer-strategy" });
  new Connects("c", { name: "c", strategy: text });
  new Connects("c", { name: "c", strategy: output });
  // @ts-expect-error two letters have changed places
  new Connects("c", { name: "c", strategy: "odic" });
  // @ts-expect-error a letter is missing
  new Connects("c", { name: "c", strategy: "saml" });

  const code = "exports.onExecutePostLogin = () => {};";
  new Acts("a", { name: "a", code, supportedTriggers: [{ id: "post-login", version: "v3" }] });
  new Acts("a", { name: "a", code, supportedTriggers: [{ id: "a-newer-trigger", version: "v1" }] });
  new Acts("a", { name: "a", code, supportedTriggers: [{ id: text, version: "v3" }] });
  new Acts("a", { name: "a", code, supportedTriggers: [{ id: output, version: output }] });
  // @ts-expect-error a hyphen is missing
  new Acts("a", { name: "a", code, supportedTriggers: [{ id: "postlogin", version: "v3" }] });
  // @ts-expect-error an argument that does not exist
  new Acts("a", { name: "a", code, supportedTriggers: [{ id: "post-login", version: "v3" }], deployed: true });
  // @ts-expect-error a trigger has a version
  new Acts("a", { name: "a", code, supportedTriggers: [{ id: "post-login" }] });

  new Binds("b", { triggerId: "post-login", actions: [] });
  new Binds("b", { triggerId: one, actions: [] });
  new Binds("b", { triggerId: output, actions: [] });
  // @ts-expect-error a hyphen is missing
  new Binds("b", { triggerId: "postlogin", actions: [] });
  // @ts-expect-error an argument that does not exist
  new Binds("b", { triggerId: "post-login", actions: [], action: [] });

  new Applies("w", { name: "w", grantTypes: ["client_credentials", "urn:ietf:params:oauth:grant-type:device_code"] });
  // @ts-expect-error a letter is missing
  new Applies("w", { name: "w", grantTypes: ["client_credential"] });
}

type Known = "oidc" | "samlp" | "post-login";

test("a misspelled text is a type error that suggests the known text; any other text is accepted", () => {
  expectTypeOf<Spelled<"x", "odic", Known>>().toEqualTypeOf<{ readonly x: DidYouMean<"oidc"> }>();
  expectTypeOf<Spelled<"x", "saml", Known>>().toEqualTypeOf<{ readonly x: DidYouMean<"samlp"> }>();
  expectTypeOf<Spelled<"x", "samlpp", Known>>().toEqualTypeOf<{ readonly x: DidYouMean<"samlp"> }>();
  expectTypeOf<Spelled<"x", "post_login", Known>>().toEqualTypeOf<{ readonly x: DidYouMean<"post-login"> }>();
  expectTypeOf<Spelled<"x", "postlogin", Known>>().toEqualTypeOf<{ readonly x: DidYouMean<"post-login"> }>();
  expectTypeOf<Spelled<"x", "oidc", Known>>().toBeUnknown();
  expectTypeOf<Spelled<"x", "okta", Known>>().toBeUnknown();
  expectTypeOf<Spelled<"x", "a-newer-one", Known>>().toBeUnknown();
  expectTypeOf<Spelled<"x", string, Known>>().toBeUnknown();
});
