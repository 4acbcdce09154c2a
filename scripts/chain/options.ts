import { parseArgs } from 'node:util';
import { type Address, getAddress, isAddress, zeroAddress } from 'viem';
import { defaultDataDirectory } from '../../local/data/name-stack.ts';

export interface DeployOptions {
  readonly command: 'deploy';
  readonly node: string;
  readonly keyFile: string;
  /** The second treasury receives what the first one cannot accept. */
  readonly treasuries: readonly [Address, Address];
  /** Do not ask for confirmation. */
  readonly yes: boolean;
}

export interface VaultOptions extends Omit<DeployOptions, 'command' | 'treasuries'> {
  readonly command: 'deploy-vault';
  readonly owner: Address;
  readonly signer: Address;
}

export interface FaucetOptions {
  readonly command: 'faucet';
  readonly to: Address;
  /** In whole units, with at most six decimal places. */
  readonly amount: string;
  /** The data directory of the stack with the development chain. */
  readonly dataDirectory: string;
}

export type Options =
  | DeployOptions
  | VaultOptions
  | FaucetOptions
  | { readonly command: 'new-key'; readonly keyFile: string };

/** @throws Error explaining what is wrong with the command line */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      node: { type: 'string' },
      'key-file': { type: 'string' },
      treasury: { type: 'string' },
      'second-treasury': { type: 'string' },
      owner: { type: 'string' },
      signer: { type: 'string' },
      yes: { type: 'boolean', default: false },
      data: { type: 'string', default: defaultDataDirectory },
    },
  });
  const [command, first, second, ...more] = positionals;
  if (command === 'new-key' && first && !second) return { command, keyFile: first };
  if (command === 'faucet' && more.length === 0) {
    return { command, to: addressOf('ADDRESS', first), amount: amountOf(second), dataDirectory: values.data };
  }
  if ((command !== 'deploy' && command !== 'deploy-vault') || first) {
    throw new Error('Give a command: `deploy`, `deploy-vault`, `new-key FILE` or `faucet ADDRESS AMOUNT`.');
  }
  const sent = () => ({
    node: nodeUrl(values.node),
    keyFile: given('--key-file', values['key-file']),
    yes: values.yes,
  });
  if (command === 'deploy-vault') {
    const [owner, signer] = [addressOf('--owner', values.owner), addressOf('--signer', values.signer)];
    if (owner === signer) throw new Error('The signer must not be the owner, because it could then change the limits.');
    return { command, owner, signer, ...sent() };
  }
  const treasuries = [
    addressOf('--treasury', values.treasury),
    addressOf('--second-treasury', values['second-treasury']),
  ] as const;
  if (treasuries[0] === treasuries[1]) throw new Error('The two treasuries are the same address.');
  return { command, treasuries, ...sent() };
}

function given(option: string, value: string | undefined): string {
  if (!value) throw new Error(`${option} is missing.`);
  return value;
}

function amountOf(value: string | undefined): string {
  const text = given('AMOUNT', value);
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0) return text;
  throw new Error(`AMOUNT is a number of dollars with at most six decimal places, such as 100.50, not '${text}'.`);
}

/**
 * A mistyped address would receive the money of every payout permanently, so an address without a checksum is refused.
 */
function addressOf(option: string, value: string | undefined): Address {
  const text = given(option, value);
  if (!isAddress(text, { strict: false }))
    throw new Error(`${option} is not an address. An address is 0x and 40 hexadecimal digits.`);
  if (text !== getAddress(text)) {
    throw new Error(`${option} has no valid checksum. Copy the address from your wallet, including capital letters.`);
  }
  if (text === zeroAddress) throw new Error(`${option} is the zero address, from which nobody can recover anything.`);
  return text;
}

/** What is sent to a node is public, but its URL often contains a key. */
function nodeUrl(value: string | undefined): string {
  const url = URL.parse(given('--node', value));
  const isLoopback = url && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url?.protocol === 'https:' || (isLoopback && url.protocol === 'http:')) return url.href;
  throw new Error('--node must be the https URL of a node, or an http URL on this machine.');
}
