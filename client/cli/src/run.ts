import * as http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchThrough } from './network/fetch-through.ts';
import { useProxy } from './network/proxy.ts';
import { runProgram } from './program.ts';
import { exitCodes } from './world.ts';

/** Exit codes of a shell: 128 and the signal's number. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const;

const stopping = new AbortController();
for (const [name, code] of Object.entries(codes)) {
  // Only once: a second signal ends the process.
  process.once(name, () => stopping.abort(code));
}

/** The assumed width of a terminal that does not report its own. */
const usualColumns = 80;

let code: number = exitCodes.done;

/**
 * A reader such as `head` closes the pipe when it has read enough. Work in progress continues; only its output is lost.
 */
function onClosed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`The output cannot be written: ${error.code}.\n`);
  code ||= exitCodes.failed;
  process.exitCode = code;
}
process.stdout.on('error', onClosed);
process.stderr.on('error', () => {});

let proxy: string | undefined;

code ||= await runProgram(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(text),
  isWatched: process.stderr.isTTY ?? false,
  columns: () => process.stderr.columns || usualColumns,
  signal: stopping.signal,
  openNetwork: () => {
    proxy = useProxy(process.env, http, process.versions.node);
  },
  proxy: () => proxy,
  fetch: fetchThrough(() => proxy),
  clock: Date.now,
  pause: (ms) => sleep(ms, undefined, { signal: stopping.signal }),
});
process.exitCode = code;
