import * as z from 'zod';
import type { MethodAccount } from '../payment-method.ts';
import { cryptoAddressFields, isPaidOn } from './crypto-address.ts';

const request = z.strictObject({
  kind: z.literal('crypto').meta({ description: 'Paid in tokens.' }),
  currency: z.literal('USD').meta({ description: 'Tokens can pay links in USD.' }),
  details: z
    .strictObject(cryptoAddressFields)
    .refine(isPaidOn, { error: 'cannot be paid on this chain', path: ['token'] })
    .meta({ id: 'NewCryptoDetails', description: 'A stablecoin, its chain and the address.' }),
});

const details = z.object({
  token: cryptoAddressFields.token,
  chain: cryptoAddressFields.chain,
  address: z.string().meta({ description: 'With its checksum (EIP-55).' }),
});

interface Named {
  readonly token?: string | undefined;
  readonly chain?: string | undefined;
  /** Address with the capital letters of its checksum. */
  readonly address?: string | undefined;
}

/** Returns the identity of an address, which is unique among open accounts: the token, the chain and the address. */
export function cryptoIdentity({ token, chain, address }: Named): string {
  return ['crypto', token, chain, address].join(' ');
}

/** An address that buyers send tokens to. */
export const account = {
  request,
  details,
  identityOf: ({ details }) => cryptoIdentity(details),
  namedIn: (method: Named) =>
    method.address === undefined ? undefined : { identity: cryptoIdentity(method), name: method.address },
  missing: 'an address',
  refuses: (currency) => (currency === 'USD' ? undefined : 'crypto pays links in USD only'),
  kept: (details) => JSON.parse(details),
} satisfies MethodAccount;
