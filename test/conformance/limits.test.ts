import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestsPerAddress } from '../../lib/constructs/firewall.ts';
import { serveOverHttp } from '../support/http-service.ts';
import { quotedByName } from '../support/quotes.ts';
import { type Payer, payer } from './errors/payer.ts';
import { failureOf, Stage } from './observed.ts';

const minute = 60_000;

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
});
