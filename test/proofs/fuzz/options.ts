import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export const usage = `Sends generated calls to the whole service and compares every answer with the OpenAPI document.

  npm run fuzz -- [options]

  --minutes N   how long to send calls (2.5); in less than 1.5 minutes some operation may accept none, which is a failure
  --seed N      repeat the calls of an earlier run, which printed its seed
  --help        show this
`;

export interface Options {
  readonly minutes: number;
  readonly seed: number;
}

const MAX_SEED = 2 ** 31;
const MAX_MINUTES = 600;

/** @throws Error that names the faulty option. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { minutes: { type: 'string' }, seed: { type: 'string' } },
  });
  return {
    minutes: number('--minutes', values.minutes ?? '2.5', MAX_MINUTES),
    seed: number('--seed', values.seed ?? String(randomInt(MAX_SEED)), MAX_SEED),
  };
}

function number(name: string, text: string, max: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= max) return value;
  throw new Error(`${name} takes a number up to ${max}, not '${text}'`);
}
