import { run } from "./run.ts";

void run(process.argv.slice(2));
