import { beforeAll, describe, expect, test } from 'vitest';
import { type PayoutStatus, payoutStatuses } from '../../../shared/payouts/payout/transitions.ts';
import { expectError } from '../../support/answers.ts';
import { awaitedFunds } from '../../support/funding/awaited-funds.ts';
import { addPayout, bodyOf, fundedOrganization, pathOf, type TestOrganization } from '../../support/journey.ts';
import { refusedParameter } from '../../support/pages.ts';
import { quotes } from '../../support/quotes.ts';
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
  test(
    'say of a payout that awaits funds what to send, where and by when',
    quotes({
      'Endpoints > Get funding instructions': [
        '`GET P/payouts/{payoutId}/funding`.',
        '200: where to send, how much, which network.',
      ],
      'Resources and their fields > Funding instructions': [
        'Tell where to send, how much, on which network, and by when.',
        '`expiresAt` is normally `null`.',
      ],
    }),
    async () => {
      for (const of of [organization, await service.organization('live')]) {
        const { payoutId } = await storePayout(service, of);
        expect(bodyOf(await get(payoutId, of))).toEqual({ payoutId, ...where, expiresAt: null });
      }
    },
  );
});

describe('there are none', () => {
  test(
    'for a sandbox payout that settles from the balance: BAD_REQUEST',
    quotes({ 'Endpoints > Get funding instructions': '400 `BAD_REQUEST` (sandbox: payout settles from balance).' }),
    async () => {
      const { payoutId } = await addPayout(service, organization);
      expectError(await get(payoutId), 'BAD_REQUEST');
    },
  );

  test(
    'for a live payout that settles from the balance: FUNDING_NOT_APPLICABLE',
    quotes({ 'Endpoints > Get funding instructions': '501 `FUNDING_NOT_APPLICABLE` (nothing to fund; do not retry).' }),
    async () => {
      const live = await service.organization('live');
      const { payoutId } = await storePayout(service, live, { requiresFunding: false, livemode: true });
      const refusal = await get(payoutId, live);
      expectError(refusal, 'FUNDING_NOT_APPLICABLE');
      expect(refusal.body.resolution).toContain('nothing to fund');
    },
  );

  const later = payoutStatuses.filter((status) => status !== 'awaiting_funds');
  test.each<[PayoutStatus]>(later.map((status) => [status]))(
    'for a %s payout, which needs no money any more: FUNDING_NOT_APPLICABLE',
    quotes({
      'Endpoints > Get funding instructions': "Check the payout's status before sending against old instructions.",
    }),
    async (status) => {
      const { payoutId } = await storePayout(service, organization, { status });
      expectError(await get(payoutId), 'FUNDING_NOT_APPLICABLE');
    },
  );

  test(
    'for a payout that is not there, or another organization’s: NOT_FOUND',
    quotes({ 'Endpoints > Get funding instructions': '404 `NOT_FOUND`.' }),
    async () => {
      const theirs = await storePayout(service, await service.organization());
      for (const payoutId of ['po_unknown', theirs.payoutId]) expectError(await get(payoutId), 'NOT_FOUND');
    },
  );

  test('for an unknown parameter: VALIDATION_ERROR', async () => {
    const { payoutId } = await storePayout(service, organization);
    const path = `${pathOf(organization)}/payouts/${payoutId}/funding?chain=base`;
    expect(await service.get(path, organization)).toMatchObject(refusedParameter('chain'));
  });
});
