import { runAcceptance } from "./command.ts";

void runAcceptance(process.argv.slice(2));
