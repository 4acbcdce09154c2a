import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../shared/ground/table/create-store.ts';
import type { Store } from '../../shared/ground/table/store.ts';
import type { CardAcquirer, SessionCall } from '../../shared/ports/card-acquirer.ts';
import { createTestTable } from '../support/dynamodb.ts';
import { holdsAsProcessor } from './processor.ts';

const start = Date.UTC(2026, 0, 5);

/** What every card acquirer must hold. @param open the acquirer as another process has it, with the same memory */
export function holdsAsAcquirer(name: string, open: (memory: Store, clock: () => number) => CardAcquirer): void {
  describe(`the acquirer of ${name}`, () => {
    let memory: Store;

    beforeEach(async () => {
      memory = createStore(await createTestTable());
    });

    const acquirer = () => open(memory, () => start);
    const of = { organizationId: 'org_1', linkId: 'lnk_1' };
    const price = { ...of, name: 'Mug', total: '15000', currency: 'USD' };
    const session: SessionCall = {
      ...of,
      attemptId: 'att_1',
      priceId: 'price_1',
      total: '15000',
      currency: 'USD',
      successUrl: 'https://example.com/paid',
      cancelUrl: 'https://example.com/canceled',
      expiresAt: start + 30 * 60_000,
    };

    holdsAsProcessor('prices', {
      open: () => acquirer().prices,
      call: price,
      other: { ...price, total: '15100' },
    });
    holdsAsProcessor('sessions', {
      open: () => acquirer().sessions,
      call: session,
      other: { ...session, total: '15100' },
    });

    test('has a range of what can be charged, and none of a currency that it does not have', () => {
      const { minimum = 0n, maximum = 0n } = acquirer().range('USD') ?? {};
      expect(minimum).toBeGreaterThan(0n);
      expect(maximum).toBeGreaterThan(minimum);
      expect(acquirer().range('XTS')).toBeUndefined();
    });

    test('closes a card page once, and it stays closed', async () => {
      const opened = await acquirer().sessions.call('int_1', session);
      if (opened.outcome !== 'done') throw new Error(opened.outcome);
      const { sessionId } = opened.result;
      expect(await acquirer().readSession('org_1', sessionId, start)).toMatchObject({ state: 'open' });
      for (let time = 0; time < 2; time += 1) {
        expect(await acquirer().closeSession('org_1', sessionId)).toMatchObject({ state: 'closed' });
      }
      expect(await acquirer().readSession('org_1', sessionId, start)).toMatchObject({ state: 'closed' });
    });

    test('tells no organization of the card pages and charges of another one', async () => {
      const opened = await acquirer().sessions.call('int_1', session);
      if (opened.outcome !== 'done') throw new Error(opened.outcome);
      expect(await acquirer().readSession('org_2', opened.result.sessionId, start)).toBeUndefined();
      expect(await acquirer().readCharge('org_1', 'unknown', start)).toBeUndefined();
    });
  });
}
