import { run } from "./run.ts";

// A reader that closes the output, such as `head`, must not end a command between two writes: the command goes on, and its exit code says what it found.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

void run(process.argv.slice(2));
