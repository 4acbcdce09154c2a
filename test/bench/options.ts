import { parseArgs } from 'node:util';

export interface Options {
  /** Where to write the figures. */
  readonly json: string | undefined;
  /** Exit code 1 when a bar is missed. */
  readonly assert: boolean;
  readonly sizes: Sizes;
}

/** How much is measured. */
export interface Sizes {
  /** Calls of each operation. */
  readonly calls: number;
  /** Of the service and of the peer, in turns. */
  readonly peerCalls: number;
  /** Of each throughput run. */
  readonly seconds: number;
  /** Of the run that has to hold out. */
  readonly sustainedSeconds: number;
  /** In the feed whose pages are read. */
  readonly events: number;
  /** Imports of each function; the median counts. */
  readonly imports: number;
}

const full: Sizes = { calls: 60, peerCalls: 100, seconds: 8, sustainedSeconds: 60, events: 100_000, imports: 7 };
const quick: Sizes = { calls: 10, peerCalls: 20, seconds: 2, sustainedSeconds: 10, events: 5_000, imports: 3 };

/** `--json FILE`, `--quick`, `--assert`. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'string' }, quick: { type: 'boolean' }, assert: { type: 'boolean' } },
  });
  return { json: values.json, assert: values.assert === true, sizes: values.quick ? quick : full };
}
