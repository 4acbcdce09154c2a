import * as z from 'zod';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { ItemRef } from '../../ground/table/expressions.ts';
import { unknownOf } from '../../ground/table/unknown-attributes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type KeptMethod, keptOf, methodOf, requestedMethods } from '../methods/methods.ts';
import type { NamedMethod } from '../methods/payment-method.ts';
import { type Account, accountRef } from './account.ts';
import { accountOf, findOpen, openAccountsRef } from './open-accounts.ts';

/** One payment method of a link, in the form that requests use (specification, Checkout link, `methods`). */
export const RequestedMethod = z
  .discriminatedUnion('kind', requestedMethods)
  .meta({ id: 'RequestedMethod', description: 'One way to pay a link.' });

/**
 * Returns the items that a decision must look up before it calls `resolveAccounts`, as far as the methods determine
 * them.
 */
export function accountLookUps(organizationId: string, methods: readonly NamedMethod[]): ItemRef[] {
  return methods.flatMap((method): ItemRef[] => {
    if (method.accountId !== undefined) return [accountRef(organizationId, method.accountId)];
    return namedIn(method) === undefined ? [] : [openAccountsRef(organizationId)];
  });
}

/**
 * Returns the methods of a link with their collection accounts. Each account must be active and fit the link.
 * @param currency of the link
 * @param methods from a request, or as a link has stored them
 * @throws ServiceError BAD_REQUEST for a method without an account; for an account that is not active, has another kind
 * or currency, or belongs to another organization; and for a link in a currency that the method does not support
 */
export function resolveAccounts(draft: JournalDraft, currency: string, methods: readonly NamedMethod[]): KeptMethod[] {
  return methods.map((method) => expectMethod(draft, currency, method) as KeptMethod);
}

function expectMethod(draft: JournalDraft, currency: string, method: NamedMethod): NamedMethod {
  const { kind } = method;
  const known = methodOf(kind);
  // A method that only a later release knows is left unchanged.
  if (!known) return method;
  const kept = { ...unknownOf(method), kind };
  if (!known.account) return { ...kept, ...keptOf(known, method) };
  const refusal = known.account.refuses?.(currency);
  if (refusal) throw new ServiceError('BAD_REQUEST', `methods: ${refusal}`);
  const { accountId, details } = expectAccount(draft, currency, kind, accountIdOf(draft, method));
  return { ...kept, accountId, ...known.account.kept(details) };
}

function accountIdOf(draft: JournalDraft, method: NamedMethod): string {
  if (method.accountId !== undefined) return method.accountId;
  const { kind } = method;
  const named = namedIn(method);
  if (!named) {
    throw new ServiceError('BAD_REQUEST', `methods: the ${kind} rail needs ${accountOf(kind).missing}`);
  }
  const found = findOpen(draft, named.identity);
  if (found === undefined)
    throw new ServiceError('BAD_REQUEST', `methods: ${named.name} is not registered for this kind of payment`);
  return found;
}

function namedIn(method: NamedMethod) {
  return methodOf(method.kind)?.account?.namedIn?.(method as never);
}

function expectAccount(draft: JournalDraft, currency: string, kind: string, accountId: string): Account {
  const account = draft.lookUp(accountRef(draft.head.organizationId, accountId));
  if (account?.kind !== kind) throw new ServiceError('BAD_REQUEST', `methods: no such ${kind} account: ${accountId}`);
  if (account.status !== 'active') throw new ServiceError('BAD_REQUEST', `methods: ${accountId} is ${account.status}`);
  if (account.currency !== currency) {
    throw new ServiceError(
      'BAD_REQUEST',
      `methods: ${accountId} accepts ${account.currency}, but the link is in ${currency}`,
    );
  }
  return account;
}
