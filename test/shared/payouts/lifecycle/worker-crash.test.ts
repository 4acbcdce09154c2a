import { beforeAll, expect, test } from 'vitest';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { leaseMs } from '../../../../shared/journal/due/claim-work.ts';
import type { RailStatus } from '../../../../shared/ports/payout-rail.ts';
import { createTestTable, type TestTable } from '../../../support/dynamodb.ts';
import { FakeRail } from '../../../support/fake-rail.ts';
import { wrap } from '../../../support/faults.ts';
import {
  addPayout,
  deliver,
  expectSoundBooks,
  fundedOrganization,
  readFeed,
  readLedger,
  settle,
} from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';

/** Everything that a worker awaits: calls of the table and of the rail, counted together. */
class Lifeline {
  #left: number;
  readonly #moment: 'before' | 'after';
  readonly dead: Promise<'dead'>;
  #die: (reason: 'dead') => void;

  constructor(awaits: number, moment: 'before' | 'after') {
    this.#left = awaits;
    this.#moment = moment;
    const { promise, resolve } = Promise.withResolvers<'dead'>();
    this.dead = promise;
    this.#die = resolve;
  }

  /** Lets a call through while the worker lives. The last one never comes back, and nothing is sent after it. */
  async call<T>(send: () => Promise<T>): Promise<T> {
    this.#left -= 1;
    if (this.#left > 0) return send();
    if (this.#left === 0 && this.#moment === 'after') await send().catch(() => undefined);
    this.#die('dead');
    return new Promise<never>(() => {});
  }
}

const stories: Readonly<Record<string, { news: RailStatus; types: string[]; rows: string[] }>> = {
  completed: { news: { status: 'completed' }, types: ['pending', 'completed'], rows: ['deposit', 'payout'] },
  failed: {
    news: { status: 'failed', failureCode: 'account_invalid', fundsReturned: true },
    types: ['pending', 'failed'],
    rows: ['deposit', 'payout', 'payout_return'],
  },
  returned: {
    news: { status: 'returned' },
    types: ['pending', 'completed', 'returned'],
    rows: ['deposit', 'payout', 'payout_return'],
  },
  'nothing yet': {
    news: { status: 'pending', recheckInMs: 60_000 },
    types: ['pending', 'completed'],
    rows: ['deposit', 'payout'],
  },
};

let table: TestTable;
let service: TestService;
let rail: FakeRail;

beforeAll(async () => {
  table = await createTestTable();
  service = await TestService.start({ rails: () => rail.rails() }, table);
});

/** @returns whether the worker lived to its end */
async function killWorker(story: string, awaits: number, moment: 'before' | 'after'): Promise<boolean> {
  const { news, types, rows } = stories[story] as (typeof stories)[string];
  rail = new FakeRail();
  const organization = await fundedOrganization(service);
  const { payoutId } = await addPayout(service, organization);
  const hint = { kind: 'rails', organizationId: organization.organizationId, resourceId: payoutId } as const;

  const life = new Lifeline(awaits, moment);
  rail.news = () => news;
  rail.around = (_call, answer) => life.call(answer);
  const store = createStore({ ...table, client: wrap(table.client, (_call, send) => life.call(send)) });
  const doomed = { runtime: { ...service.runtime, store } };
  const end = await Promise.race([deliver(doomed, [{ ...hint, dueAt: service.clock.now }]), life.dead]);

  rail.around = (_call, answer) => answer();
  if (news.status === 'pending') rail.news = () => ({ status: 'completed' });
  service.clock.advance(leaseMs);
  await settle(service);

  const told = (await readFeed(service, organization, `payoutId=${payoutId}`)).map(({ type }) => type);
  expect(told).toEqual(types.map((type) => `payout.${type}`));
  expect((await readLedger(service, organization)).map(({ type }) => type)).toEqual(rows);
  expect([...rail.payments]).toEqual([[payoutId, 1]]);
  await expectSoundBooks(service, organization);
  return end !== 'dead';
}

test.each(
  Object.keys(stories).flatMap((story) => (['before', 'after'] as const).map((moment) => [story, moment] as const)),
)(
  'a worker whose payout has %s, killed %s any of its calls took effect, loses and doubles nothing',
  { timeout: 120_000 },
  async (story, moment) => {
    let awaits = 1;
    while (!(await killWorker(story, awaits, moment))) awaits += 1;
    // Claim, three reads, rail, read together, commit: fewer would mean that nothing was killed.
    expect(awaits).toBeGreaterThan(7);
  },
);
