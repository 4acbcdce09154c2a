import { string } from 'dynamodb-toolbox/schema/string';
import * as z from 'zod';
import { AccountId } from '../account-id.ts';
import { paymentMethod } from '../payment-method.ts';
import { account } from './account.ts';
import { cryptoAddressFields, isPaidOn } from './crypto-address.ts';
import { networkName } from './network-name.ts';
import { isTokenPaused } from './paused-token.ts';
import { texts } from './texts.ts';

const { token, chain, address } = cryptoAddressFields;

/** A method names its address either by all three fields or by an account id. */
function isOneName({ accountId, token, chain, address }: Readonly<Record<string, unknown>>): boolean {
  const parts = [token, chain, address].filter((part) => part !== undefined).length;
  return accountId === undefined ? parts === 0 || parts === 3 : parts === 0;
}

/** The fields of a link's method that determine where payments go. */
interface OnLink {
  readonly token?: string;
  readonly chain?: string;
}

/** Payment by sending an exact amount of a token to an address. */
export const crypto = paymentMethod({
  kind: 'crypto',
  requested: z
    .strictObject({
      kind: z.literal('crypto').meta({
        description:
          'Paid in tokens: either an `accountId`, or the `token`, `chain` and `address` of a registered account.',
      }),
      accountId: AccountId,
      token: token.optional(),
      chain: chain.optional(),
      address: address.optional(),
    })
    .refine(isOneName, {
      error: 'must have either an accountId, or token, chain and address',
    })
    .refine(({ token, chain }) => !token || !chain || isPaidOn({ token, chain }), {
      error: 'cannot be paid on this chain',
      path: ['token'],
    }),
  account,
  onLink: {
    stored: { token: string().optional(), chain: string().optional(), address: string().optional() },
    shown: {
      token: z.string().optional().meta({ description: 'Crypto payments: the stablecoin.' }),
      chain: z.string().optional().meta({ description: 'Crypto payments: the chain.' }),
      address: z.string().optional().meta({ description: 'Crypto payments: the address that buyers send tokens to.' }),
    },
  },
  onPayment: {
    stored: { chain: string().optional(), token: string().optional(), hash: string().optional() },
    shown: {
      chain: z.string().optional().meta({ description: 'Crypto payments: the chain.' }),
      token: z.string().optional().meta({ description: 'Crypto payments: the stablecoin.' }),
      hash: z.string().optional().meta({ description: 'Crypto payments: the first transaction received.' }),
    },
  },
  isTransfer: true,
  isOffered: ({ chain: taken }, organization, { chain = '', token = '' }: OnLink) =>
    taken !== undefined && (taken.serves?.(organization, { chain, token }) ?? true),
  isHalted: isTokenPaused,
  panel: {
    texts,
    values: ({ token = '', chain = '' }: OnLink) => ({
      token,
      chain: networkName(chain),
    }),
  },
});
