import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestsPerAddress } from '../../lib/constructs/firewall.ts';
import { setControls } from '../shared/journal/commit/support.ts';
import { serveOverHttp } from '../support/http-service.ts';
import { keySignedAs } from '../support/malformed-key.ts';
import { quotedByName } from '../support/quotes.ts';
import { type Payer, payer } from './errors/payer.ts';
import { failureOf, Stage } from './observed.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.http.stop());

/** Another key of an organization: another credential. */
async function otherKey(of: Payer['of']) {
  return { ...of, ...(await stage.service.key(of.organizationId)) };
}

/** To the next full minute: windows begin there. */
function beginWindow(): void {
  const { clock } = stage.service;
  clock.now = Math.ceil((clock.now + 1) / minute) * minute;
}

async function times(count: number, call: () => PromiseLike<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, call));
}

describe('Limits', { ...quotedByName, timeout: 120_000 }, () => {
  test('Default rate limit | 100 requests per minute per API credential, 60-second window', async () => {
    const of = await stage.service.organization();
    const [sluice, other] = [stage.client(of), stage.client(await otherKey(of))];
    beginWindow();
    await times(99, () => sluice.getBalance());
    stage.service.clock.advance(minute - 1);
    await sluice.getPolicy();
    await stage.refused(sluice.getBalance(), 'RATE_LIMITED');
    await stage.refused(sluice.listCorridors(), 'RATE_LIMITED');
    await other.getBalance();
    stage.service.clock.advance(1);
    await sluice.getBalance();
  });

  test('High-volume payout and reconciliation routes | 600 per minute override', async () => {
    const { of, recipient, pay } = await payer(stage);
    const { destinationAccountId } = recipient.methods[0];
    const sluice = stage.client(await otherKey(of));
    beginWindow();
    await times(198, () => sluice.listOrders({ limit: 1 }));
    await times(200, () => sluice.listBalanceTransactions({ limit: 1 }));
    await times(200, () => sluice.listEvents({ limit: 1 }));
    const { snapshotId } = await sluice.createQuote({ amount: '5.00', destinationAccountId });
    await sluice.acceptQuote({ snapshotId });
    await stage.refused(pay({}, {}, sluice), 'RATE_LIMITED');
    await stage.refused(sluice.listOrders(), 'RATE_LIMITED');
    // Counted by themselves.
    await sluice.getBalance();
  });

  test('Per source IP abuse ceiling | 2,000 per minute, always applies', async () => {
    const gateway = await serveOverHttp(stage.service, { requestsPerMinute: requestsPerAddress });
    const of = await stage.service.organization();
    const sluice = gateway.client(of);
    const nobody = gateway.client({ ...of, key: { ...of.key, id: 'akid_test_nobody' } });
    beginWindow();
    await sluice.getBalance();
    for (let batch = 0; batch < 20; batch += 1) {
      await times(batch === 0 ? 99 : 100, () => failureOf(nobody.getBalance(), 'UNAUTHORIZED'));
    }
    for (const client of [nobody, sluice, gateway.client(await otherKey(of))]) {
      const error = await failureOf(client.getBalance(), 'RATE_LIMITED');
      expect(error).toMatchObject({ status: 429, retryAfterSeconds: 60, requestId: expect.any(String) });
    }
    stage.service.clock.advance(minute);
    await sluice.getBalance();
    await gateway.stop();
  });

  test('429 handling | `Retry-After` in seconds is authoritative; refused before the handler ran; retry reads normally and mutations with the same key', async () => {
    const sluice = stage.client(await stage.service.organization());
    const fund = () => sluice.fundSandbox({ amount: '5.00' }, { idempotencyKey: 'funding' });
    beginWindow();
    stage.service.clock.advance(17_000);
    await times(100, () => sluice.getPolicy());
    const { retryAfterSeconds = 0 } = await stage.refused(fund(), 'RATE_LIMITED');
    expect(retryAfterSeconds).toBe(43);
    stage.service.clock.advance(retryAfterSeconds * 1000 - 1);
    await stage.refused(fund(), 'RATE_LIMITED');
    stage.service.clock.advance(1);
    expect((await sluice.getBalance()).available).toBe('0.00');
    const deposit = await fund();
    expect(await fund()).toEqual(deposit);
    expect((await sluice.getBalance()).available).toBe('5.00');
  });

  test('Idempotency key | 1 to 255 characters of `A-Z a-z 0-9 _ . : -`; records kept 7 days', async () => {
    const { of, sluice, pay } = await payer(stage);
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:-';
    const longest = characters.repeat(4).slice(0, 255);
    for (const idempotencyKey of ['-', longest]) {
      const reference = `reference-${idempotencyKey.length}`;
      const first = await pay({ reference }, { idempotencyKey });
      stage.service.clock.advance(7 * day - 1);
      expect(await pay({ reference }, { idempotencyKey })).toEqual(first);
      stage.service.clock.advance(1);
      await stage.refused(pay({ reference }, { idempotencyKey }), 'IDEMPOTENCY_KEY_CONFLICT');
      expect((await sluice.listOrders({ reference })).data).toHaveLength(1);
    }
    for (const idempotencyKey of ['', `${longest}A`, '!']) {
      const alter = (headers: Headers) => headers.set('idempotency-key', idempotencyKey);
      const client = stage.client(of, { apiKey: keySignedAs(idempotencyKey, of), alter });
      await stage.refused(pay({}, {}, client), 'IDEMPOTENCY_KEY_INVALID');
    }
  });

  test('Duplicate-body guard window | 15 minutes', async () => {
    const { pay } = await payer(stage);
    const { payoutId } = await pay();
    stage.service.clock.advance(15 * minute - 1);
    await failureOf(pay({}, { idempotencyKey: 'twin' }), 'DUPLICATE_REQUEST_DETECTED');
    stage.service.clock.advance(1);
    expect((await pay({}, { idempotencyKey: 'twin' })).payoutId).not.toBe(payoutId);
  });

  test('Rates with no `amount` | prices 100 of the source currency', async () => {
    const sluice = stage.client(await stage.service.organization());
    const rate = await sluice.getIndicativeRate({ from: 'USD', to: 'EUR' });
    expect(rate).toEqual(await sluice.getIndicativeRate({ from: 'USD', to: 'EUR', amount: '100.00' }));
    expect(rate.sourceAmount).toBe('100.00');
  });

  test('Per-payout caps | single, daily and per-end-user daily caps apply at quote and payout', async () => {
    for (const name of ['single', 'daily', 'perEndUserDaily']) {
      const { of, sluice, recipient, pay } = await payer(stage, { endUserId: 'ana' });
      const { destinationAccountId } = recipient.methods[0];
      const quote = (amount: string) => sluice.createQuote({ amount, destinationAccountId });
      const { snapshotId } = await quote('100.00');
      await setControls(stage.service.runtime, of.organizationId, { limits: { [name]: 99_99n } });
      await stage.refused(quote('100.00'), 'PAYOUT_LIMIT_EXCEEDED');
      await stage.refused(sluice.acceptQuote({ snapshotId }), 'PAYOUT_LIMIT_EXCEEDED');
      await stage.refused(pay(), 'PAYOUT_LIMIT_EXCEEDED');
      await quote('99.99');
      await pay({ amount: '99.99' });
    }
  });
});
