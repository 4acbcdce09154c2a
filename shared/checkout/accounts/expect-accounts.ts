import * as z from 'zod';
import { Id } from '../../contract/fields.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Read } from '../../ground/table/expressions.ts';
import { unknownOf } from '../../ground/table/unknown-attributes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type Account, accountRead } from './account.ts';
import { cryptoAddressFields, isPaidOn } from './crypto-address.ts';
import { cryptoIdentity, findOpen, openAccountsRead } from './open-accounts.ts';

const { token, chain, address } = cryptoAddressFields;
const AccountId = Id.optional().meta({ description: 'A collection account of this kind.' });

/** An address is named whole, and not beside an account. */
function isOneName({ accountId, token, chain, address }: Readonly<Record<string, unknown>>): boolean {
  const parts = [token, chain, address].filter((part) => part !== undefined).length;
  return accountId === undefined ? parts === 0 || parts === 3 : parts === 0;
}

const CryptoMethod = z
  .strictObject({
    kind: z
      .literal('crypto')
      .meta({ description: 'Paid in tokens: an `accountId`, or `token`, `chain` and `address` of a registered one.' }),
    accountId: AccountId,
    token: token.optional(),
    chain: chain.optional(),
    address: address.optional(),
  })
  .refine(isOneName, {
    error: 'names either an accountId or token, chain and address',
  })
  .refine(({ token, chain }) => !token || !chain || isPaidOn({ token, chain }), {
    error: 'is not paid on this chain',
    path: ['token'],
  });

/** One of the ways in which a link is paid, as a request names it (specification, Checkout link, `methods`). */
export const RequestedMethod = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('card').meta({ description: 'Paid by card.' }) }),
    z.strictObject({
      kind: z.literal('bank').meta({ description: 'Paid by bank transfer, into `accountId`.' }),
      accountId: AccountId,
    }),
    CryptoMethod,
  ])
  .meta({ id: 'RequestedMethod', description: 'One way to pay a link.' });

/** What `expectAccounts` takes: the methods of a request, or those that a link has stored. */
export interface NamedMethod {
  readonly kind: 'card' | 'bank' | 'crypto';
  readonly accountId?: string | undefined;
  readonly token?: string | undefined;
  readonly chain?: string | undefined;
  readonly address?: string | undefined;
}

/** A method as a link stores it: with its account, and of a bank what the buyer reads. */
interface ExpectedMethod extends NamedMethod {
  /** JSON text. */
  readonly details?: string | undefined;
}

/** What a decision that calls `expectAccounts` looks up, as far as the methods tell. */
export function accountLookUps(organizationId: string, methods: readonly NamedMethod[]): Read[] {
  return methods.flatMap((method): Read[] => {
    if (method.accountId !== undefined) return [accountRead(organizationId, method.accountId)];
    return method.address === undefined ? [] : [openAccountsRead(organizationId)];
  });
}

/**
 * The methods of a link with the accounts that they are paid into, each of which must be active and fit the link.
 * @param currency of the link
 * @throws ServiceError BAD_REQUEST for a rail without an account, for one that is not active, is of another kind or
 *   currency, or is another organization's, and for crypto on a link that is not in USD
 */
export function expectAccounts(
  draft: JournalDraft,
  currency: string,
  methods: readonly NamedMethod[],
): ExpectedMethod[] {
  return methods.map((method) => {
    const { kind } = method;
    const kept = { ...unknownOf(method), kind };
    if (kind === 'card') return kept;
    if (kind === 'crypto' && currency !== 'USD') {
      throw new ServiceError('BAD_REQUEST', 'methods: crypto pays links in USD only');
    }
    const account = expectAccount(draft, currency, kind, accountIdOf(draft, method));
    const { accountId, details } = account;
    return kind === 'bank' ? { ...kept, accountId, details } : { ...kept, accountId, ...JSON.parse(details) };
  });
}

function accountIdOf(draft: JournalDraft, { kind, accountId, token, chain, address }: NamedMethod): string {
  if (accountId !== undefined) return accountId;
  if (kind === 'bank') throw new ServiceError('BAD_REQUEST', 'methods: the bank rail is without an account');
  if (address === undefined) throw new ServiceError('BAD_REQUEST', 'methods: the crypto rail is without an address');
  const found = findOpen(draft, cryptoIdentity({ token, chain, address }));
  if (found === undefined) throw new ServiceError('BAD_REQUEST', `methods: ${address} is not registered for this`);
  return found;
}

function expectAccount(draft: JournalDraft, currency: string, kind: Account['kind'], accountId: string): Account {
  const account = draft.lookUp(accountRead(draft.head.organizationId, accountId));
  if (account?.kind !== kind) throw new ServiceError('BAD_REQUEST', `methods: no such ${kind} account: ${accountId}`);
  if (account.status !== 'active') throw new ServiceError('BAD_REQUEST', `methods: ${accountId} is ${account.status}`);
  if (account.currency !== currency) {
    throw new ServiceError(
      'BAD_REQUEST',
      `methods: ${accountId} takes ${account.currency}, the link is in ${currency}`,
    );
  }
  return account;
}
