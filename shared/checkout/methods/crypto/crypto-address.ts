import * as z from 'zod';
import { addressPattern, checksummed, hasWrongChecksum, isZeroAddress } from '../../../ground/text/evm-address.ts';

/** Tokens that buyers can pay in, each worth a dollar. */
export const tokens = ['USDC', 'USDT'] as const;
export const chains = ['ethereum', 'polygon', 'base', 'arbitrum'] as const;

/**
 * The chains on which addresses can be registered for a token: those on which its issuer issues it. On Polygon and
 * Arbitrum, Tether's token became USDT0 in 2025; the one on Base belongs to a bridge (`providers/evm/chains.ts`).
 */
const chainsOf: Readonly<Record<(typeof tokens)[number], readonly (typeof chains)[number][]>> = {
  USDC: chains,
  USDT: ['ethereum'],
};

const Address = z
  .string()
  .max(42)
  .regex(addressPattern, { error: 'is not an address such as 0x followed by 40 hexadecimal digits', abort: true })
  .refine((address) => !hasWrongChecksum(address), 'has capital letters that do not match its checksum (EIP-55)')
  .refine((address) => !isZeroAddress(address), 'is the zero address')
  .transform(checksummed)
  .meta({ description: 'With mixed case it must match its checksum (EIP-55).' });

const Token = z.enum(tokens).meta({ description: 'The stablecoin.' });
const Chain = z
  .enum(chains)
  .meta({ description: 'The chain on which the token is sent. `USDT` is accepted on `ethereum` only.' });

/** The fields that identify an address for tokens. */
export const cryptoAddressFields = { token: Token, chain: Chain, address: Address };

/** Tells whether a token can be paid on a chain. */
export function isPaidOn({ token, chain }: CryptoChoice): boolean {
  return chainsOf[token].includes(chain);
}

interface CryptoChoice {
  readonly token: (typeof tokens)[number];
  readonly chain: (typeof chains)[number];
}
