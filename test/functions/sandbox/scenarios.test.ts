import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSluiceError, type Payout, type PayoutScenario, type Sluice } from '../../../client/src/index.ts';
import { sandboxCorridors } from '../../../shared/providers/sandbox/corridors/catalog.ts';
import { type Books, expectAgreement, readBooks } from '../../support/books.ts';
import { Contract } from '../../support/contract.ts';
import { type HttpService, serveOverHttp } from '../../support/http-service.ts';
import { expectSoundBooks, settle, type TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

/** Events of a payout, by the outcome that the account chose. */
const endings = {
  completed: ['pending', 'processing', 'completed'],
  completed_without_processing: ['pending', 'completed'],
  returned_by_bank: ['pending', 'processing', 'completed', 'returned'],
  account_invalid: ['pending', 'failed'],
  account_cannot_receive: ['pending', 'failed'],
  compliance_rejected: ['pending', 'failed'],
  limit_exceeded: ['pending', 'failed'],
  quote_expired: ['pending', 'failed'],
  authorization_not_completed: ['pending', 'failed'],
  failed_after_processing: ['pending', 'processing', 'failed'],
  execution_failed_funds_returned: ['pending', 'processing', 'failed'],
  execution_failed_funds_kept: ['pending', 'processing', 'failed'],
  unknown_funds_returned: ['pending', 'processing', 'failed'],
  unknown_funds_kept: ['pending', 'processing', 'failed'],
} as const satisfies Record<string, readonly Payout['status'][]>;

/** What creating the recipient answers, and whether it is stored. */
const refusals = {
  screening_refused: { type: 'PAYOUT_REFUSED', status: 422, stored: true },
  registration_unavailable: { type: 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE', status: 503, stored: false },
} as const;

interface Played extends PayoutScenario {
  readonly payoutId: string;
}

describe.each(['USD', 'EUR'])('the sandbox of an organization that settles in %s', (currency) => {
  const corridorIds = sandboxCorridors
    .filter(({ sourceCurrency }) => sourceCurrency === currency)
    .map(({ corridorId }) => corridorId);

  let http: HttpService;
  let organization: TestOrganization;
  let sluice: Sluice;
  let scenarios: readonly PayoutScenario[];
  const played: Played[] = [];
  let books: Books;
  const contract = new Contract();

  beforeAll(async () => {
    http = await serveOverHttp(await TestService.start({ rateLimitOverride: 1_000_000 }));
    organization = await http.service.organization('sandbox', currency);
    sluice = http.client(organization, { fetch: contract.fetch });
    await sluice.fundSandbox({ amount: '100000.00' });
    scenarios = (await sluice.listPayoutScenarios()).data;
    for (const scenario of scenarios) if (!scenario.error) played.push(await play(scenario));
    await settle(http.service);
    books = await readBooks(sluice);
  });
  afterAll(() => http.stop());

  describe.each(corridorIds)('every outcome of %s', (corridorId) => {
    const ofCorridor = <Row extends PayoutScenario>(rows: readonly Row[]) =>
      rows.filter((row) => row.corridorId === corridorId);

    test('is listed, each with an account of its own', async () => {
      const rows = ofCorridor(scenarios);
      const outcomes = [...Object.keys(endings), ...Object.keys(refusals)];
      expect(rows.map(({ outcome }) => outcome).sort()).toEqual(outcomes.sort());
      expect(new Set(rows.map(({ recipientDetails }) => JSON.stringify(recipientDetails))).size).toBe(rows.length);
      expect((await sluice.listPayoutScenarios({ corridorId })).data).toEqual(rows);
    });

    test('ends with the status, the failure code and the money as listed', () => {
      const orders = new Map(books.orders.map((order) => [order.payoutId, order]));
      const ended = ofCorridor(played).map((scenario) => ({ ...scenario, ...endOf(orders.get(scenario.payoutId)) }));
      expect(ended).toEqual(ofCorridor(played).map((scenario) => ({ ...scenario, ...endOf(scenario) })));
      expect(ended).toHaveLength(Object.keys(endings).length);
    });

    test('announces each transition once and in order', () => {
      const events = Map.groupBy(books.events, ({ payoutId }) => payoutId);
      const announced = ofCorridor(played).map(({ outcome, payoutId }) => [
        outcome,
        events.get(payoutId)?.map(({ type }) => type.replace('payout.', '')),
      ]);
      expect(Object.fromEntries(announced)).toEqual(endings);
    });

    test.each(Object.entries(refusals))('%s: the refusal, and nothing more than it says', async (outcome, refusal) => {
      const { type, status, stored } = refusal;
      const scenario = ofCorridor(scenarios).find((row) => row.outcome === outcome) as PayoutScenario;
      expect(scenario).toMatchObject({ error: type });
      const externalId = nameOf(scenario);

      const refused = await create(scenario).catch((error) => error);

      expect(isSluiceError(refused, type) && refused.status).toBe(status);
      const { data } = await sluice.listRecipients({ externalId });
      expect(data.map((recipient) => recipient.status)).toEqual(stored ? ['blocked'] : []);
      if (!stored) return;
      const again = await create(scenario);
      expect(again).toEqual(data[0]);
      const destinationAccountId = again.methods[0]?.destinationAccountId ?? '';
      await expect(sluice.createQuote({ amount: '20.00', destinationAccountId })).rejects.toMatchObject({ type });
    });
  });

  describe('after every scenario', () => {
    test('there was one for each corridor', async () => {
      const { data: corridors } = await sluice.listCorridors();
      expect(corridors.map(({ corridorId }) => corridorId).sort()).toEqual(corridorIds.toSorted());
      expect(new Set(scenarios.map(({ corridorId }) => corridorId))).toEqual(new Set(corridorIds));
    });

    test('the ledger has given the money back, fee included, exactly where the scenario says so', () => {
      // Balance, ledger, feed and orders: `expectAgreement` holds each payout's rows against its `fundsReturned`.
      expectAgreement(books);
      const returned = played.filter(({ fundsReturned }) => fundsReturned).map(({ payoutId }) => payoutId);
      const returns = books.rows.filter(({ type }) => type === 'payout_return').map(({ payoutId }) => payoutId);
      expect(returns.sort()).toEqual(returned.sort());
    });

    test('the books are sound', async () => {
      await expectSoundBooks(http.service, organization);
    });

    test('every answer kept to the description of the API', () => {
      expect(contract.faults).toEqual([]);
    });
  });

  async function play(scenario: PayoutScenario): Promise<Played> {
    const recipient = await create(scenario);
    const destinationAccountId = recipient.methods[0]?.destinationAccountId ?? '';
    const { snapshotId } = await sluice.createQuote({ amount: '20.00', destinationAccountId });
    const { payoutId } = await sluice.acceptQuote({ snapshotId, reference: nameOf(scenario) });
    return { ...scenario, payoutId };
  }

  /** In every corridor a business is paid, and individuals. */
  function create(scenario: PayoutScenario) {
    const { country, recipientDetails, outcome } = scenario;
    const type = outcome === 'completed' ? 'business' : 'individual';
    const method = { kind: 'fiat', currency: scenario.currency, recipientDetails } as const;
    return sluice.createRecipient({ type, name: 'Ana Souza', country, externalId: nameOf(scenario), method });
  }
});

function nameOf({ corridorId, outcome }: PayoutScenario): string {
  return `${corridorId}:${outcome}`;
}

function endOf(ended: Pick<Payout, 'status' | 'failureCode' | 'fundsReturned'> | PayoutScenario | undefined) {
  return { status: ended?.status, failureCode: ended?.failureCode, fundsReturned: ended?.fundsReturned };
}
