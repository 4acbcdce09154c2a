import { beforeEach, describe, expect, test } from 'vitest';
import { readPageToken } from '../../../../../shared/contract/page-token.ts';
import { createStore } from '../../../../../shared/ground/table/create-store.ts';
import { createIds } from '../../../../../shared/ground/time/ids.ts';
import type { CardAcquirer, SessionCall } from '../../../../../shared/ports/card-acquirer.ts';
import { sandboxAcquirer } from '../../../../../shared/providers/sandbox/cards/acquirer.ts';
import type { AcquirerMemory } from '../../../../../shared/providers/sandbox/cards/memory.ts';
import { payBySandboxCard } from '../../../../../shared/providers/sandbox/cards/sessions.ts';
import { testCards } from '../../../../../shared/providers/sandbox/cards/test-cards.ts';
import { createTestTable } from '../../../../support/dynamodb.ts';

const start = Date.UTC(2026, 0, 5);
const [visa = '', mastercard = ''] = testCards.map(({ number }) => number);
const ids = createIds();
const call: SessionCall = {
  organizationId: 'org1',
  linkId: 'lnk_1',
  attemptId: 'att_1',
  priceId: 'price_1',
  total: '15000',
  currency: 'USD',
  successUrl: 'https://example.com/paid',
  cancelUrl: 'https://example.com/canceled',
  expiresAt: start + 30 * 60_000,
};

let now: number;
let memory: AcquirerMemory;
let acquirer: CardAcquirer;

beforeEach(async () => {
  now = start;
  memory = { store: createStore(await createTestTable()), clock: () => now };
  acquirer = sandboxAcquirer(memory);
});

async function open(key = 'int_1', of: SessionCall = call): Promise<string> {
  const report = await acquirer.sessions.call(key, of);
  if (report.outcome !== 'done') throw new Error(report.outcome);
  return report.result.sessionId;
}

const pay = (sessionId: string, card = visa, organizationId = 'org1') =>
  payBySandboxCard(memory, ids, { organizationId, sessionId }, card);
const read = (sessionId: string) => acquirer.readSession('org1', sessionId, now);

describe('a card page', () => {
  test('is opened once for a key, and found by it', async () => {
    const first = await acquirer.sessions.call('int_1', call);
    expect(first).toEqual({
      outcome: 'done',
      result: { sessionId: expect.stringMatching(/^cs_[0-9a-f]{32}$/), url: expect.any(String) },
    });
    expect(await acquirer.sessions.call('int_1', call)).toEqual(first);
    expect(await acquirer.sessions.find('int_1', call)).toEqual(first);
    expect(await acquirer.sessions.find('int_2', call)).toEqual({ outcome: 'absent' });
    expect(await acquirer.sessions.call('int_1', { ...call, total: '1' })).toEqual({ outcome: 'unclear' });
    expect(await acquirer.sessions.find('int_1', { ...call, total: '1' })).toEqual({ outcome: 'unclear' });
  });

  test('has an address whose token opens the attempt, and no other key’s', async () => {
    const tokenOf = async (key: string) => {
      const report = await acquirer.sessions.call(key, call);
      return report.outcome === 'done' ? report.result.url.replace('/p/sandbox-card/', '') : '';
    };
    const [one, other] = [await tokenOf('int_1'), await tokenOf('int_2')];
    expect(readPageToken(one)).toEqual({ organizationId: 'org1', resourceId: 'att_1' });
    expect(one).not.toBe(other);
  });

  test('charges a listed card, and is complete', async () => {
    const sessionId = await open();
    expect(await read(sessionId)).toEqual({ sessionId, state: 'open' });
    const paid = await pay(sessionId, '5555 5555-5555 4444');
    if (paid.outcome !== 'charged') throw new Error(paid.outcome);
    expect(await read(sessionId)).toEqual({ sessionId, state: 'complete', externalId: paid.externalId });
    expect(await acquirer.readCharge('org1', paid.externalId, now)).toEqual({
      externalId: paid.externalId,
      status: 'paid',
      amount: 150_00n,
      currency: 'USD',
      madeAt: now,
      fee: 4_35n,
      brand: 'mastercard',
      last4: '4444',
      disputes: [],
      refunds: [],
    });
  });

  test('charges once, whatever comes twice and with whichever card', async () => {
    const sessionId = await open();
    const cards = [visa, mastercard, visa, mastercard, visa, visa];
    const all = [...(await Promise.all(cards.map((card) => pay(sessionId, card)))), await pay(sessionId, mastercard)];
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(all[0]).toMatchObject({ outcome: 'charged' });
    const declining = testCards.find(({ declined }) => declined)?.number;
    expect(await pay(sessionId, declining)).toEqual(all[0]);
  });

  test.each(testCards.filter(({ declined }) => declined))(
    'declines $number: $declined',
    async ({ number, declined }) => {
      const sessionId = await open();
      expect(await pay(sessionId, number)).toEqual({ outcome: 'declined', reason: declined });
      expect(await read(sessionId)).toEqual({ sessionId, state: 'open' });
      expect(await pay(sessionId, visa)).toMatchObject({ outcome: 'charged' });
    },
  );

  test.each(['4111111111111111', '', 'x', '4242', '４２４２４２４２４２４２４２４２'])(
    'takes no other card: %s',
    async (number) => {
      const sessionId = await open();
      expect(await pay(sessionId, number)).toEqual({ outcome: 'unknown_card' });
      expect(await read(sessionId)).toEqual({ sessionId, state: 'open' });
    },
  );

  test('keeps no card number', async () => {
    const sessionId = await open();
    await pay(sessionId);
    const { client, tableName } = memory.store as ReturnType<typeof createStore>;
    const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
    const { Items } = await client.send(new ScanCommand({ TableName: tableName }));
    expect(JSON.stringify(Items)).not.toContain(visa);
  });

  test('takes nothing once its time is over', async () => {
    const sessionId = await open();
    now = call.expiresAt;
    expect(await read(sessionId)).toEqual({ sessionId, state: 'closed' });
    expect(await pay(sessionId)).toEqual({ outcome: 'closed' });
  });

  test('that is closed takes nothing, and one that is complete is not closed', async () => {
    const [closed, complete] = [await open('int_1'), await open('int_2')];
    expect(await acquirer.closeSession('org1', closed)).toEqual({ sessionId: closed, state: 'closed' });
    expect(await acquirer.closeSession('org1', closed)).toEqual({ sessionId: closed, state: 'closed' });
    expect(await pay(closed)).toEqual({ outcome: 'closed' });
    await pay(complete);
    expect(await acquirer.closeSession('org1', complete)).toMatchObject({ state: 'complete' });
  });

  test('that was closed when its time was over stays closed for a clock that is behind', async () => {
    const sessionId = await open();
    now = call.expiresAt;
    await acquirer.closeSession('org1', sessionId);
    now -= 1_000;
    expect(await pay(sessionId)).toEqual({ outcome: 'closed' });
  });

  test('that is closed and paid at once is one or the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const sessionId = await open(`int_${round}`);
      const [closed, paid] = await Promise.all([acquirer.closeSession('org1', sessionId), pay(sessionId)]);
      const { state } = (await read(sessionId)) ?? {};
      expect(closed.state).toBe(state);
      expect(paid.outcome).toBe(state === 'complete' ? 'charged' : 'closed');
    }
  });

  test('of another organization is unknown', async () => {
    const sessionId = await open();
    expect(await acquirer.readSession('org2', sessionId, now)).toBeUndefined();
    expect(await pay(sessionId, visa, 'org2')).toEqual({ outcome: 'closed' });
    await expect(acquirer.closeSession('org2', sessionId)).rejects.toThrow('has no session');
    expect(await read(sessionId)).toMatchObject({ state: 'open' });
  });
});

test.each(['ch_1', '', 'ch_000000000aaaaaaaaaaaaaaaa_1_usd_4242', 'x'])(
  'no charge has the id %j',
  async (externalId) => {
    expect(await acquirer.readCharge('org1', externalId, now)).toBeUndefined();
  },
);
