import { keptWith } from "../taken-along.ts";
import type { Veto } from "./veto.ts";

/** Refuses a deletion with which the service would delete another object that the program keeps. */
export const takenAlong: Veto = (context, { action, values }) => (action === "delete" ? keptWith(context, values) : []);
