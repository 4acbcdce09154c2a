import { timestamp } from '../../../shared/ground/time/clock.ts';
import { type Payout, PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import { awaitedFunds } from '../../support/funding/awaited-funds.ts';
import type { TestOrganization } from '../../support/journey.ts';
import type { TestService } from '../../support/service.ts';

/** Stores a payout as it stands while it awaits its organization's own funds, or otherwise as said. */
export async function storePayout(
  { runtime, clock }: TestService,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
  change: Partial<Payout> = {},
): Promise<Payout> {
  const createdAt = timestamp(clock.now);
  const payout: Payout = {
    organizationId,
    payoutId: runtime.ids.next('po', clock.now),
    version: 1,
    ...awaitedFunds,
    given: {},
    recipientId: 'rcp_1',
    destinationAccountId: 'acct_1',
    corridorId: 'eur_de_iban',
    sourceAmount: 100_00n,
    sourceCurrency: 'USD',
    destinationAmount: 91_54n,
    destinationCurrency: 'EUR',
    fee: 50n,
    rate: '0.92',
    livemode: false,
    createdAt,
    updatedAt: createdAt,
    eventSequences: [],
    ...change,
  };
  await runtime.store.put(PayoutEntity, payout);
  return payout;
}
