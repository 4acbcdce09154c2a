import { parseArgs } from 'node:util';
import { hostOf, namesLoopback } from '../shared/ground/network/target-host.ts';
import type { DatabaseKind } from './data/data-directory.ts';
import { defaultDataDirectory } from './data/name-stack.ts';
import { StartError } from './process/start-error.ts';

export interface Options {
  /** 0 uses any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  readonly database: DatabaseKind;
  readonly fresh: boolean;
  /** Requests per minute and credential. Raises the limits of the specification that are lower. */
  readonly rateLimit: number | undefined;
  /** Sends no payouts and requests no statuses, like a stage with `railsFrozen`. */
  readonly railsFrozen: boolean;
  /** Stops all batches, like a stage with `batchesFrozen`. */
  readonly batchesFrozen: boolean;
  /** The address of a development chain's node, on this machine. */
  readonly chain: string | undefined;
  /** Does not show requests on the terminal. */
  readonly quiet: boolean;
  readonly help: boolean;
}

export const usage = `Runs all of Sluice on this machine, without an AWS account or a container.

  npm start -- [options]

  --port N         port of the API (8787); 0 uses any free port
  --host ADDRESS   address to listen on (127.0.0.1); others can reach it if it is not a loopback address
  --data DIR       where data is stored between starts (.sluice)
  --fresh          delete the data first
  --rate-limit N   raise the limits to N requests per minute and key, for load tests
  --rails-frozen   send no payouts and request no statuses, as after a restore
  --batches-frozen stop all batches, as after a restore
  --chain URL      add a live organization that funds payouts on the chain of a node on this machine, such as
                   http://127.0.0.1:8545 (npx anvil --block-time 1 --slots-in-an-epoch 1)
  --dynamodb-local store the data in DynamoDB Local, which needs Java 17 or later
  --quiet          do not show requests, or the text that a refused signature should have covered
  --help           show this
`;

const USAGE_EXIT_CODE = 2;

/**
 * Reads the command line.
 *
 * @throws {StartError} with exit code 2, naming the faulty option.
 */
export function parseOptions(args: readonly string[]): Options {
  const values = parse(args);
  return {
    port: wholeNumber('--port', values.port, 0, 65_535),
    host: text('--host', values.host),
    dataDirectory: text('--data', values.data),
    database: values['dynamodb-local'] ? 'dynamodb-local' : 'embedded',
    fresh: values.fresh,
    rateLimit:
      values['rate-limit'] === undefined ? undefined : wholeNumber('--rate-limit', values['rate-limit'], 1, 1e9),
    railsFrozen: values['rails-frozen'],
    batchesFrozen: values['batches-frozen'],
    chain: values.chain === undefined ? undefined : nodeUrl(values.chain),
    quiet: values.quiet,
    help: values.help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8787' },
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string', default: defaultDataDirectory },
        fresh: { type: 'boolean', default: false },
        'dynamodb-local': { type: 'boolean', default: false },
        'rate-limit': { type: 'string' },
        'rails-frozen': { type: 'boolean', default: false },
        'batches-frozen': { type: 'boolean', default: false },
        chain: { type: 'string' },
        quiet: { type: 'boolean', short: 'q', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw usageError(`${name} takes a whole number from ${least} to ${most}, not '${value}'.`);
}

function text(name: string, value: string): string {
  if (value.trim() !== '') return value;
  throw usageError(`${name} must not be empty.`);
}

/** A development node has no key of any value, and it runs on the machine of the person who uses it. */
function nodeUrl(value: string): string {
  const url = URL.parse(value);
  if (url?.protocol === 'http:' && namesLoopback(hostOf(url))) return url.href.replace(/\/$/, '');
  throw usageError(
    `--chain takes the http address of a node on this machine, such as http://127.0.0.1:8545, not '${value}'.`,
  );
}

function usageError(message: string): StartError {
  return new StartError(`${message}\nTry npm start -- --help`, USAGE_EXIT_CODE);
}
