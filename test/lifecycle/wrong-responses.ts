import type { Fault } from "../../provider/src/emulator/index.ts";

const notFound = { statusCode: 404, error: "Not Found", message: "The object does not exist." };

/** Responses to a read as a service gives them that is late, or in part out of order. */
export const wrongResponses: readonly Pick<Fault, "kind" | "status" | "body">[] = [
  { kind: "hollow" },
  { kind: "status", status: 404, body: notFound },
  { kind: "status", status: 200, body: {} },
];
