import "./require-node.ts";

/** The lifecycles of all resources, as the SDK's dynamic-provider process runs them: each by the name of its class. */
export * from "./handlers.made.ts";
