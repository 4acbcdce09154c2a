import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSluiceError, type Payout, type PayoutScenario, Sluice } from '../../client/src/index.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { type Books, expectAgreement, readBooks } from './support/books.ts';
import { Contract } from './support/contract.ts';
import { inParallel } from './support/in-parallel.ts';
import { announcedStatuses, statusesOf } from './support/transitions.ts';

/** Enough to keep two processors busy; more would only lose races on the organization's head. */
const WIDTH = 4;
const SETTLED_WITHIN_MS = 60_000;
/** Played with every outcome: digits before check digits, two kinds of them, and IBANs. The others complete. */
const playedFully = ['mxn_mx_clabe', 'ngn_ng_account', 'brl_br_pix_key', 'eur_de_iban'];

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

let stack: TestStack;
let sluice: Sluice;
let scenarios: readonly PayoutScenario[];
let played: readonly Played[];
let books: Books;
const contract = new Contract();

beforeAll(async () => {
  stack = await startTestStack();
  sluice = new Sluice({ ...quickstart(), maxRetries: 20, fetch: contract.fetch });
  await sluice.fundSandbox({ amount: '100000.00' });
  scenarios = (await sluice.listPayoutScenarios()).data;
  const chosen = scenarios.filter(
    ({ error, outcome, corridorId }) => !error && (outcome === 'completed' || playedFully.includes(corridorId)),
  );
  played = await inParallel(WIDTH, chosen, play);
  await followToTheEnds();
  books = await readBooks(sluice);
}, 120_000);
afterAll(() => stack?.[Symbol.asyncDispose]());

describe('every outcome of the sandbox', () => {
  test('is listed for every corridor, each with an account of its own', async () => {
    const { data: corridors } = await sluice.listCorridors();
    const outcomes = [...Object.keys(endings), ...Object.keys(refusals)].sort();
    expect(Map.groupBy(scenarios, ({ corridorId }) => corridorId).size).toBe(corridors.length);
    for (const { corridorId } of corridors) {
      const rows = scenarios.filter((scenario) => scenario.corridorId === corridorId);
      expect(rows.map(({ outcome }) => outcome).sort()).toEqual(outcomes);
      expect(new Set(rows.map(({ recipientDetails }) => JSON.stringify(recipientDetails))).size).toBe(rows.length);
      expect((await sluice.listPayoutScenarios({ corridorId })).data).toEqual(rows);
    }
  });

  test('ends with the status, the failure code and the money as listed', () => {
    const orders = new Map(books.orders.map((order) => [order.payoutId, order]));
    const ended = played.map((scenario) => ({ ...scenario, ...endOf(orders.get(scenario.payoutId)) }));
    expect(ended).toEqual(played.map((scenario) => ({ ...scenario, ...endOf(scenario) })));
  });

  test('announces each transition once and in order', () => {
    const events = Map.groupBy(books.events, ({ payoutId }) => payoutId);
    const announced = played.map(({ corridorId, outcome, payoutId }) => {
      const own = events.get(payoutId) ?? [];
      return { corridorId, outcome, statuses: statusesOf(own), expected: announcedStatuses(endingOf(outcome), own) };
    });
    expect(announced).toEqual(announced.map((one) => ({ ...one, statuses: one.expected })));
  });

  test('gives the money back in the ledger, fee included, exactly where it says so', () => {
    // Balance, ledger, feed and orders: `expectAgreement` holds each payout's rows against its `fundsReturned`.
    expectAgreement(books);
    const returned = played.filter(({ fundsReturned }) => fundsReturned).map(({ payoutId }) => payoutId);
    const returns = books.rows.filter(({ type }) => type === 'payout_return').map(({ payoutId }) => payoutId);
    expect(returns.sort()).toEqual(returned.sort());
  });

  test('kept to the description of the API', () => {
    expect(contract.faults).toEqual([]);
  });
});

describe.each(playedFully)('a recipient that is not created, %s', (corridorId) => {
  test.each(Object.entries(refusals))('%s: the refusal, and nothing more than it says', async (outcome, refusal) => {
    const { type, status, stored } = refusal;
    const scenario = scenarios.find(
      (row) => row.corridorId === corridorId && row.outcome === outcome,
    ) as PayoutScenario;
    expect(scenario).toMatchObject({ error: type });
    const externalId = nameOf(scenario);
    const once = new Sluice({ ...quickstart(), maxRetries: 0, fetch: contract.fetch });

    const refused = await create(once, scenario).catch((error) => error);

    expect(isSluiceError(refused, type) && refused.status).toBe(status);
    const { data } = await sluice.listRecipients({ externalId });
    expect(data.map((recipient) => recipient.status)).toEqual(stored ? ['blocked'] : []);
    if (!stored) return;
    const again = await create(once, scenario);
    expect(again).toEqual(data[0]);
    const destinationAccountId = again.methods[0]?.destinationAccountId ?? '';
    await expect(once.createQuote({ amount: '20.00', destinationAccountId })).rejects.toMatchObject({ type });
  });
});

function quickstart() {
  const { baseUrl, organizationId, apiKey } = stack;
  return { baseUrl, organizationId, apiKey };
}

async function play(scenario: PayoutScenario): Promise<Played> {
  const recipient = await create(sluice, scenario);
  const destinationAccountId = recipient.methods[0]?.destinationAccountId ?? '';
  const { snapshotId } = await sluice.createQuote({ amount: '20.00', destinationAccountId });
  const { payoutId } = await sluice.acceptQuote({ snapshotId, reference: nameOf(scenario) });
  return { ...scenario, payoutId };
}

/** Reads the feed until every payout has had its last event. */
async function followToTheEnds(): Promise<void> {
  const open = new Map(played.map(({ payoutId, outcome }) => [payoutId, `payout.${endingOf(outcome).at(-1)}`]));
  const signal = AbortSignal.timeout(SETTLED_WITHIN_MS);
  for await (const { payoutId, type } of sluice.followEvents({ limit: 500, pollMs: 250, signal })) {
    if (payoutId && open.get(payoutId) === type) open.delete(payoutId);
    if (open.size === 0) return;
  }
  throw new Error(`no end of ${JSON.stringify([...open])}`);
}

function create(client: Sluice, scenario: PayoutScenario) {
  const { country, currency, recipientDetails } = scenario;
  const method = { kind: 'fiat', currency, recipientDetails } as const;
  return client.createRecipient({ type: 'business', name: 'Example', country, externalId: nameOf(scenario), method });
}

function nameOf({ corridorId, outcome }: PayoutScenario): string {
  return `${corridorId}:${outcome}`;
}

function endOf(ended: Pick<Payout, 'status' | 'failureCode' | 'fundsReturned'> | PayoutScenario | undefined) {
  return { status: ended?.status, failureCode: ended?.failureCode, fundsReturned: ended?.fundsReturned };
}

function endingOf(outcome: string): readonly Payout['status'][] {
  return endings[outcome as keyof typeof endings];
}
