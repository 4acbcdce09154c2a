import { beforeEach, describe, expect, test } from 'vitest';
import { quotedByName } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { availableOf, type Caller, newCaller, payeeOf, refusalOf, send, useService } from './support.ts';

const minuteMs = 60_000;
const stage = useService();
let caller: Caller;
let payout: { amount: string; destinationAccountId: string };

beforeEach(async () => {
  caller = await newCaller(stage.http);
  payout = { amount: '100.00', destinationAccountId: await payeeOf(caller) };
});

const pay = (options = {}) => sent(caller.sluice.createPayout(payout, options));

describe('Endpoints', quotedByName, () => {
  test('`X-Allow-Duplicate` header (only value `true`)', async () => {
    await pay();
    const path = `/payments/organizations/${caller.of.organizationId}/payouts`;
    for (const value of ['TRUE', '1', 'yes', 'false', '']) {
      const answer = await send(stage.http, caller.of, 'POST', path, {
        body: payout,
        idempotencyKey: 'second',
        headers: { 'x-allow-duplicate': value },
      });
      expect(answer, value).toMatchObject({ status: 409, body: { type: 'DUPLICATE_REQUEST_DETECTED' } });
    }
    expect(await availableOf(caller)).toBe('900.00');
  });

  test('lets a request byte-identical to one sent within 15 minutes under a different key proceed.', async () => {
    const first = await pay();
    const second = await pay({ allowDuplicate: true });
    expect(second.payoutId).not.toBe(first.payoutId);
    expect(await availableOf(caller)).toBe('800.00');
  });

  test('within 15 minutes', async () => {
    await pay();
    stage.http.service.clock.advance(15 * minuteMs - 1);
    expect(await refusalOf(pay())).toMatchObject({ type: 'DUPLICATE_REQUEST_DETECTED' });
    stage.http.service.clock.advance(1);
    expect((await pay()).status).toBe('pending');
    expect(await availableOf(caller)).toBe('800.00');
  });

  test('Without it such a request on a money route is 409 `DUPLICATE_REQUEST_DETECTED`.', async () => {
    const { snapshotId } = await caller.sluice.createQuote(payout);
    const accept = () => caller.sluice.acceptQuote({ snapshotId });
    for (const send of [pay, accept]) {
      const { payoutId } = await send();
      expect(await refusalOf(send())).toMatchObject({
        type: 'DUPLICATE_REQUEST_DETECTED',
        status: 409,
        extras: { originalPayoutId: payoutId },
      });
    }
    expect(await availableOf(caller)).toBe('800.00');
  });
});
