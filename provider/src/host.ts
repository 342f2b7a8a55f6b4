import "./require-node.ts";

/** `pulumi-tenant/host`: the handlers of all resource types, for the SDK's dynamic-provider process. Each is exported under the name of its type. */
export * from "./handlers.made.ts";
