import type { Link } from '../../../links/link.ts';
import { crypto } from '../crypto.ts';
import type { PaymentAddress } from './reserved-amount.ts';

/** The account and address through which a link is paid by crypto. */
export interface CryptoMethod {
  readonly accountId: string;
  readonly token: string;
  readonly chain: string;
  readonly address: string;
}

/** @returns undefined for a link that does not offer crypto */
export function cryptoMethodOf({ methods }: Pick<Link, 'methods'>): CryptoMethod | undefined {
  const { accountId, token, chain, address } = methods.find(({ kind }) => kind === crypto.kind) ?? {};
  return accountId && token && chain && address ? { accountId, token, chain, address } : undefined;
}

export function placeOf(livemode: boolean, { token, chain, address }: Omit<CryptoMethod, 'accountId'>): PaymentAddress {
  return { mode: livemode ? 'live' : 'sandbox', chain, token, address };
}
