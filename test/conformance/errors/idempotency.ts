import { expect } from 'vitest';
import { lockMs } from '../../../shared/journal/idempotency/record.ts';
import { sold } from '../../shared/checkout/refunds/support.ts';
import { type Intercept, lostAnswer } from '../../support/faults.ts';
import { settle } from '../../support/journey.ts';
import { keySignedAs } from '../../support/malformed-key.ts';
import type { Stage } from '../observed.ts';
import { payer } from './payer.ts';
import type { ErrorRow } from './row.ts';

const neverArrived = async () => {
  throw lostAnswer();
};

const commitIsLost: Intercept = ({ name }, go) => (name === 'TransactWrite' ? neverArrived() : go());

/** The commit goes wrong, and so does looking what became of it. */
const outcomeIsLost =
  (commit: (go: () => Promise<unknown>) => Promise<unknown>): Intercept =>
  ({ name }, go) => {
    if (name === 'TransactWrite') return commit(go);
    return name === 'Delete' ? neverArrived() : go();
  };

/** Holds the next commit until it is let go. */
function heldCommit() {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const intercept: Intercept = async ({ name }, go) => {
    if (name !== 'TransactWrite') return go();
    reached.resolve();
    await released.promise;
    return go();
  };
  return { intercept, reached: reached.promise, release: released.resolve };
}

/** What a call that is made twice, or goes wrong half way, is told. */
export const idempotencyRows: readonly ErrorRow[] = [
  {
    words:
      '`INTERNAL` | 500 | nothing recorded under the key; retry with the same key; send `requestId` if it persists | read it back / same request',
    async scene(stage) {
      const { of, sluice, pay, reference } = await payer(stage);
      stage.table.intercept(commitIsLost);
      return {
        of,
        calls: [pay],
        async clear() {
          stage.mend();
          expect((await sluice.listOrders({ reference })).data).toEqual([]);
        },
      };
    },
  },
  {
    words: '`IDEMPOTENCY_KEY_REQUIRED` | 400 | add the header | nothing moved / change first',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const keyless = stage.client(of, {
        apiKey: keySignedAs('', of),
        alter: (headers) => headers.delete('idempotency-key'),
      });
      return { of, calls: [() => pay({}, {}, keyless)], instead: pay };
    },
  },
  {
    words: '`IDEMPOTENCY_KEY_INVALID` | 400 | 1 to 255 chars of `A-Z a-z 0-9 _ . : -` | nothing moved / change first',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const invalid = ['', 'a b', 'a/b', 'ä', 'a'.repeat(256)].map((key) =>
        stage.client(of, { apiKey: keySignedAs(key, of), alter: (headers) => headers.set('idempotency-key', key) }),
      );
      return { of, calls: invalid.map((client) => () => pay({}, {}, client)), instead: pay };
    },
  },
  {
    words: '`IDEMPOTENCY_KEY_CONFLICT` | 409 | same key, different body | nothing moved / do not retry',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      await pay();
      return { of, calls: [() => pay({ amount: '200.00' })] };
    },
  },
  {
    words: '`IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS` | 409 | back off, retry same key | read it back / same request',
    async scene(stage) {
      const { of, sluice, pay, reference } = await payer(stage);
      const held = heldCommit();
      stage.table.intercept(held.intercept);
      const running = pay();
      await held.reached;
      return {
        of,
        calls: [pay],
        async clear() {
          held.release();
          const { payoutId } = await running;
          expect((await pay()).payoutId).toBe(payoutId);
          expect((await sluice.listOrders({ reference })).data).toHaveLength(1);
        },
      };
    },
  },
  {
    words:
      '`IDEMPOTENCY_UNAVAILABLE` | 503 | key could not be recorded; nothing executed | nothing moved / same request',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      stage.table.intercept(({ name, input }, go) =>
        name === 'Put' && JSON.stringify(input).includes('IDEMPOTENCY#') ? neverArrived() : go(),
      );
      return { of, calls: [pay], clear: () => stage.mend() };
    },
  },
  {
    words:
      '`PAYOUT_OUTCOME_UNKNOWN` | 500, then 409 on replays | money may have moved; key kept; never use a new key; look up via orders by `reference`; for refunds read the payment | -',
    async scene(stage) {
      const [lost, moved] = [await payer(stage), await payer(stage)];
      stage.table.intercept(outcomeIsLost(neverArrived));
      return {
        of: lost.of,
        calls: [lost.pay],
        async check([error]) {
          const told = { status: 409, extras: { originalRequestId: error?.requestId } };
          for (let replays = 0; replays < 2; replays += 1) {
            await stage.refused(lost.pay(), 'PAYOUT_OUTCOME_UNKNOWN', told);
          }
          stage.table.intercept(outcomeIsLost((go) => go().then(neverArrived)));
          await stage.refused(moved.pay(), 'PAYOUT_OUTCOME_UNKNOWN');
          stage.mend();
          const { data } = await moved.sluice.listOrders({ reference: moved.reference });
          expect(data).toEqual([await moved.pay()]);
          await readRefund(stage);
        },
        clear: () => stage.service.clock.advance(lockMs),
      };
    },
  },
  {
    words:
      '`DUPLICATE_REQUEST_DETECTED` | 409 | identical body under a different key within 15 minutes; nothing executed; carries `originalIdempotencyKey` and `originalPayoutId` when a payout resulted | nothing moved / change first',
    quotes: { Errors: 'Duplicate handling: when `DUPLICATE_REQUEST_DETECTED` arrives, nothing executed' },
    async scene(stage) {
      const { of, pay, idempotencyKey } = await payer(stage);
      const { payoutId } = await pay();
      return {
        of,
        calls: [() => pay({}, { idempotencyKey: 'another' })],
        extras: { originalIdempotencyKey: idempotencyKey, originalPayoutId: payoutId },
        instead: () => pay({ reference: 'another' }, { idempotencyKey: 'another' }),
      };
    },
  },
];

/** Of a refund whose answer was lost the payment tells. */
async function readRefund(stage: Stage): Promise<void> {
  const { of, paymentId } = await sold(stage.service);
  const sluice = stage.client(of);
  await stage.refused(sluice.refundCheckoutPayment({ paymentId, amount: '1.83' }), 'PAYOUT_OUTCOME_UNKNOWN');
  await settle(stage.service);
  expect(await sluice.getCheckoutPayment({ paymentId })).toMatchObject({ refundedBase: 183 });
}
