import { type Account, CollectionAccountEntity } from '../../../shared/checkout/accounts/account.ts';
import type { Link } from '../../../shared/checkout/links/link.ts';
import { absent } from '../../../shared/ground/table/expressions.ts';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';
import { bodyOf } from '../journey.ts';
import { performed } from '../operations.ts';
import type { TestService, TestSession } from '../service.ts';
import { addCryptoLink, buyersAddress, letPass } from './crypto-links.ts';

const details = JSON.stringify({ holderName: 'Oak GmbH', iban: 'DE89370400440532013000' });

/** Puts a published link of 15.00 dollars that is paid by bank and in USDC on Base, into accounts that were registered. */
export async function addTransferLink(
  runtime: Pick<WholeRuntime, 'ids' | 'clock' | 'store'>,
  of: { readonly organizationId: string },
  changes: Partial<Link> = {},
) {
  const at = timestamp(runtime.clock());
  const bank: Account = {
    organizationId: of.organizationId,
    accountId: runtime.ids.next('ca', runtime.clock()),
    version: 1,
    status: 'active',
    kind: 'bank',
    currency: 'USD',
    details,
    createdBy: { actorUserId: 'user-1' },
    livemode: false,
    createdAt: at,
    updatedAt: at,
  } as Account;
  await runtime.store.put(CollectionAccountEntity, bank, absent);
  const methods = [{ kind: 'bank' as const, accountId: bank.accountId, details }];
  return { ...(await addCryptoLink(runtime, of, { methods, ...changes })), bank };
}

let transfers = 0;

/** A bank transfer comes in under a reference. */
export async function creditBank(service: TestService, { organizationId }: Link, reference: string, amount: string) {
  transfers += 1;
  const externalId = `${organizationId}-${transfers}`;
  return performed(service, 'credit-payment', { organizationId, amount, currency: 'USD', reference, externalId });
}

/** Somebody sends tokens to a link's address on the sandbox's chain, whatever the amount, and they become final. */
export async function sendTokens(service: TestService, { organizationId }: Link, amount: bigint): Promise<void> {
  const testTransfers = service.runtime.rails('sandbox')?.chain?.testTransfers;
  if (!testTransfers) throw new Error('the sandbox has no chain');
  transfers += 1;
  const to = { organizationId, token: 'USDC', chain: 'base', address: buyersAddress };
  await testTransfers.send(service.runtime.ids, { ...to, key: `somebody ${transfers}`, amount });
  await letPass(service, 30_000);
}

/** An owner assigns the newest receipt to a payment. */
export async function assignNewest(
  service: TestService,
  { organizationId }: Link,
  owner: TestSession,
  paymentId: string,
): Promise<void> {
  const receipts = `/checkout/organizations/${organizationId}/receipts`;
  const { data } = bodyOf(await service.get(`${receipts}?status=unmatched&limit=1`, owner));
  bodyOf(await service.post(`${receipts}/${data[0].id}/assign`, owner, { paymentId }));
}
