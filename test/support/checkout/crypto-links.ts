import { type Account, CollectionAccountEntity } from '../../../shared/checkout/accounts/account.ts';
import type { Link } from '../../../shared/checkout/links/link.ts';
import { absent } from '../../../shared/ground/table/expressions.ts';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import { sweepDueWork } from '../../../shared/journal/due/sweep-due-work.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';
import { deliverInBatches } from '../journey.ts';
import type { TestService } from '../service.ts';
import { addLink } from './links.ts';

export const buyersAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Puts a published link of 15.00 dollars that is paid in USDC on Base, into an address that was registered. */
export async function addCryptoLink(
  runtime: Pick<WholeRuntime, 'ids' | 'clock' | 'store'>,
  of: { readonly organizationId: string },
  changes: Partial<Link> = {},
) {
  const at = timestamp(runtime.clock());
  const method = { token: 'USDC', chain: 'base', address: buyersAddress };
  const account: Account = {
    organizationId: of.organizationId,
    accountId: runtime.ids.next('ca', runtime.clock()),
    version: 1,
    status: 'active',
    kind: 'crypto',
    currency: 'USD',
    details: JSON.stringify(method),
    createdBy: { actorUserId: 'user-1' },
    livemode: changes.livemode ?? false,
    createdAt: at,
    updatedAt: at,
  } as Account;
  await runtime.store.put(CollectionAccountEntity, account, absent);
  const crypto = { kind: 'crypto' as const, accountId: account.accountId, ...method };
  const { methods = [{ kind: 'card' as const }] } = changes;
  const added = await addLink(runtime, of, { ...changes, methods: [...methods, crypto] });
  return { ...added, account };
}

/** Lets the sandbox's chain go on for a while, and whoever reads it. */
export async function letPass(service: TestService, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    service.clock.advance(5_000);
    service.hints.take();
    await sweepDueWork(service.runtime);
    const due = service.hints.take().filter(({ dueAt }) => dueAt <= service.clock.now);
    await deliverInBatches(service, due);
  }
}
