import { beforeAll, describe, expect, test } from 'vitest';
import { type PayoutStatus, payoutStatuses } from '../../../shared/payouts/payout/transitions.ts';
import { expectError } from '../../support/answers.ts';
import { awaitedFunds } from '../../support/funding/awaited-funds.ts';
import { addPayout, bodyOf, fundedOrganization, pathOf, type TestOrganization } from '../../support/journey.ts';
import { refusedParameter } from '../../support/pages.ts';
import { TestService } from '../../support/service.ts';
import { storePayout } from './support.ts';

let service: TestService;
let organization: TestOrganization;
const where = { amount: '100.000000', token: 'USDC', chain: 'base', address: awaitedFunds.funding.address };

beforeAll(async () => {
  service = await TestService.start();
  organization = await fundedOrganization(service);
});

const get = (payoutId: string, of = organization) => service.get(`${pathOf(of)}/payouts/${payoutId}/funding`, of);

describe('funding instructions', () => {
  test('say of a payout that awaits funds what to send, where and by when', async () => {
    for (const of of [organization, await service.organization('live')]) {
      const { payoutId } = await storePayout(service, of);
      expect(bodyOf(await get(payoutId, of))).toEqual({ payoutId, ...where, expiresAt: null });
    }
  });
});

describe('there are none', () => {
  test('for a sandbox payout that settles from the balance: BAD_REQUEST', async () => {
    const { payoutId } = await addPayout(service, organization);
    expectError(await get(payoutId), 'BAD_REQUEST');
  });

  test('for a live payout that settles from the balance: FUNDING_NOT_APPLICABLE', async () => {
    const live = await service.organization('live');
    const { payoutId } = await storePayout(service, live, { requiresFunding: false, livemode: true });
    expectError(await get(payoutId, live), 'FUNDING_NOT_APPLICABLE');
  });

  const later = payoutStatuses.filter((status) => status !== 'awaiting_funds');
  test.each<[PayoutStatus]>(later.map((status) => [status]))(
    'for a %s payout, which needs no money any more: FUNDING_NOT_APPLICABLE',
    async (status) => {
      const { payoutId } = await storePayout(service, organization, { status });
      expectError(await get(payoutId), 'FUNDING_NOT_APPLICABLE');
    },
  );

  test('for a payout that is not there, or another organization’s: NOT_FOUND', async () => {
    const theirs = await storePayout(service, await service.organization());
    for (const payoutId of ['po_unknown', theirs.payoutId]) expectError(await get(payoutId), 'NOT_FOUND');
  });

  test('for an unknown parameter: VALIDATION_ERROR', async () => {
    const { payoutId } = await storePayout(service, organization);
    const path = `${pathOf(organization)}/payouts/${payoutId}/funding?chain=base`;
    expect(await service.get(path, organization)).toMatchObject(refusedParameter('chain'));
  });
});
