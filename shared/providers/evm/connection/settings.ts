import { getAddress, type Hex, isAddress } from 'viem';
import * as z from 'zod';
import { type Chains, type KnownChain, knownChains } from '../chains.ts';
import { namesSigner } from '../signer/signer-name.ts';

const Hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i, 'is not the hash of a transaction: 0x and 64 hexadecimal digits')
  .transform((digits) => digits.toLowerCase() as Hex);

const Checksummed = z
  .string()
  .refine((text) => isAddress(text) && text !== text.toLowerCase(), 'is not an address with its checksum')
  .transform((text) => getAddress(text));

const Dollars = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, 'is not an amount in dollars: "10000" or "10000.00"');

/** The permanent settings of a chain. */
export function chainSettings(chains: Chains) {
  return z.strictObject({
    chain: z.enum(Object.keys(chains)),
    factory: Checksummed.meta({ description: 'The `DepositFactory` that the operator has deployed.' }),
    proof: z
      .strictObject({
        flushed: Hash.meta({
          description: 'The transaction that sent a token from a deposit address to the treasury.',
        }),
        returned: Hash.meta({ description: 'The later one by which the treasury sent tokens on.' }),
      })
      .meta({ description: 'Shows that the treasury is the operator’s on this chain.' }),
    flushFirst: Dollars.optional().meta({
      description: 'A payout of more dollars is sent only once its money is at the treasury.',
    }),
    dailyLimit: Dollars.optional().meta({
      description: 'What may fund payouts in a UTC day, in dollars, before two operators have to allow more.',
    }),
    feeds: z.record(z.string().max(16), Checksummed).optional().meta({
      description: 'The price feed of each token that funds payouts, by its name. A new connection needs all of them.',
    }),
  });
}

export type ChainSettings = z.output<ReturnType<typeof chainSettings>>;

/** Minor units of any token. */
interface Limits {
  readonly flushFirst?: bigint;
  readonly dailyLimit?: bigint;
}

/**
 * The chain in the stored settings of a connection. Settings that a later release has added are ignored.
 * @throws Error if there is no such chain
 */
export function chainIn(
  settings: string,
  chains: Chains = knownChains,
): KnownChain & Pick<ChainSettings, 'chain' | 'feeds'> & Limits {
  const { chain, feeds, flushFirst, dailyLimit } = chainSettings(chains).strip().parse(JSON.parse(settings));
  const known = chains[chain] as KnownChain;
  return {
    chain,
    ...known,
    ...(feeds && { feeds }),
    ...(flushFirst !== undefined && { flushFirst: millionths(flushFirst) }),
    ...(dailyLimit !== undefined && { dailyLimit: millionths(dailyLimit) }),
  };
}

/** Every token has six decimal places. */
function millionths(dollars: string): bigint {
  const [whole = '', fraction = ''] = dollars.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

/** More witnesses cause more waiting, and each is asked every few seconds. */
const mostNodes = 5;

/**
 * How the chain is reached: the URLs of its nodes, which contain their keys. The connection's signer signs everything
 * that is sent through it, and can be replaced with other credentials.
 */
export const ChainCredentials = z.strictObject({
  nodes: z.array(z.string().max(2_048).refine(URL.canParse, 'is not a URL')).min(1).max(mostNodes),
  signer: z
    .string()
    .max(2_048)
    .refine(namesSigner, 'is neither the ARN of a KMS key nor the path of a file')
    .optional(),
});

export type ChainCredentials = z.output<typeof ChainCredentials>;
