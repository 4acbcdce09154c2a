import { beforeAll, expect, test } from 'vitest';
import { sandboxCorridors } from '../../../shared/corridors/catalog.ts';
import {
  accept,
  addQuote,
  bodyOf,
  expectSoundBooks,
  fundedOrganization,
  pathOf,
  readFeed,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;
let scenarios: Answer['body'][];

const corridorIds = sandboxCorridors.map(({ corridorId }) => corridorId);

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 1_000_000 });
  organization = await fundedOrganization(service, '100000.00');
  scenarios = bodyOf(await service.get(`${pathOf(organization)}/sandbox/scenarios`, organization)).data;
});

function create({ country, currency, outcome, corridorId, recipientDetails }: Answer['body']): Promise<Answer> {
  return service.post(`/recipients/${organization.organizationId}`, organization, {
    type: 'individual',
    name: 'Ana Souza',
    country,
    externalId: `${corridorId} ${outcome}`,
    method: { kind: 'fiat', currency, recipientDetails },
  });
}

/** What a feed tells of a payout that ends so. */
const lastEvents: Readonly<Record<string, string>> = {
  completed: 'payout.completed',
  failed: 'payout.failed',
  returned: 'payout.returned',
};

test.each(corridorIds)(
  'every scenario of %s ends as it promises, in orders, feed and ledger',
  { timeout: 120_000 },
  async (corridorId) => {
    const mine = scenarios.filter((scenario) => scenario.corridorId === corridorId);
    expect(mine.length).toBeGreaterThan(10);
    const played: { scenario: Answer['body']; payoutId: string }[] = [];
    for (const scenario of mine) {
      const created = await create(scenario);
      if (scenario.error) {
        expect(created.body.type, scenario.outcome).toBe(scenario.error);
        continue;
      }
      const quote = await addQuote(service, organization, bodyOf(created, 201), { amount: '20.00' });
      played.push({ scenario, payoutId: bodyOf(await accept(service, organization, quote)).payoutId });
    }
    await settle(service);

    for (const { scenario, payoutId } of played) {
      const { status, failureCode, fundsReturned, outcome } = scenario;
      const order = bodyOf(await service.get(`${pathOf(organization)}/orders/${payoutId}`, organization));
      expect(order, outcome).toMatchObject({ status, ...(failureCode && { failureCode, fundsReturned }) });
      if (!failureCode) expect(order, outcome).not.toHaveProperty('failureCode');
      const events = await readFeed(service, organization, `payoutId=${payoutId}`);
      expect(events.at(-1).type, outcome).toBe(lastEvents[status]);
      const ledger = `${pathOf(organization)}/balance_transactions?orderId=${payoutId}`;
      const rows = bodyOf(await service.get(ledger, organization)).data;
      expect(
        rows.map(({ amount }: { amount: string }) => amount),
        outcome,
      ).toEqual(fundsReturned ? ['20.00', '-20.00'] : ['-20.00']);
    }
  },
);

test('after all of them the books are sound', async () => {
  await expectSoundBooks(service, organization);
});
