#!/usr/bin/env node
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from './program.ts';

/** Exit codes of a shell: 128 and the signal's number. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const;

const stopping = new AbortController();
for (const [name, code] of Object.entries(codes)) {
  // Once: whoever insists ends the process.
  process.once(name, () => stopping.abort(code));
}

process.exitCode = await runProgram(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(text),
  isWatched: process.stderr.isTTY ?? false,
  signal: stopping.signal,
  fetch,
  clock: Date.now,
  pause: (ms) => sleep(ms, undefined, { signal: stopping.signal }),
});
