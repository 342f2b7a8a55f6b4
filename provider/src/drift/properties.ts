import { z } from "zod";
import type { Json, JsonObject } from "../model/json.ts";

/** The properties of a resource in a document of the CLI. */
export const properties = z
  // The document was JSON, so nothing else can be in it.
  .record(z.string(), z.custom<Json>())
  .nullish()
  .transform((given): JsonObject => given ?? {});
