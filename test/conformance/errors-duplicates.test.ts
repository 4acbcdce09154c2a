import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isSluiceError } from '../../client/src/index.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import { type Payer, payer } from './errors/payer.ts';
import { booksOf, failureOf, Stage } from './observed.ts';

const minute = 60_000;

let stage: Stage;
/** Has paid once. */
let first: Payer;
let payoutId: string;

beforeAll(async () => {
  stage = await Stage.start();
});
beforeEach(async () => {
  first = await payer(stage);
  ({ payoutId } = await first.pay());
});
afterAll(() => stage.http.stop());

/** The same body again, under a key of its own. */
const twin = (options = {}) => first.pay({}, { idempotencyKey: 'twin', ...options });

describe('Errors', quotedByName, () => {
  test('If it was a retry, resend with `originalIdempotencyKey` in the `Idempotency-Key` header (not the body); it replays the original.', async () => {
    const error = await failureOf(twin(), 'DUPLICATE_REQUEST_DETECTED');
    if (!isSluiceError(error, 'DUPLICATE_REQUEST_DETECTED')) throw error;
    const { originalIdempotencyKey = '', originalPayoutId } = error.extras;
    const before = await booksOf(stage, first.of);
    const replayed = await twin({ idempotencyKey: originalIdempotencyKey });
    expect([replayed.payoutId, originalPayoutId]).toEqual([payoutId, payoutId]);
    expect(await booksOf(stage, first.of)).toEqual(before);
    const inBody = { originalIdempotencyKey } as object;
    await failureOf(first.pay(inBody, { idempotencyKey: 'twin' }), 'VALIDATION_ERROR');
  });

  test(
    'If two payments are meant, add `X-Allow-Duplicate: true`.',
    quotes({ Endpoints: 'lets a request byte-identical to one sent within 15 minutes under a different key proceed.' }),
    async () => {
      const second = await twin({ allowDuplicate: true });
      expect(second.payoutId).not.toBe(payoutId);
      const { data } = await first.sluice.listOrders({ reference: first.reference });
      expect(data.map((order) => order.payoutId).toSorted()).toEqual([second.payoutId, payoutId].toSorted());
    },
  );

  test('The 15-minute window is shorter than the 7-day key retention on purpose', async () => {
    stage.service.clock.advance(15 * minute);
    const second = await twin();
    expect(second.payoutId).not.toBe(payoutId);
    // By then the key still replays.
    expect((await first.pay()).payoutId).toBe(payoutId);
  });

  test('a unique `reference` per payment avoids false positives', async () => {
    const second = await first.pay({ reference: 'invoice-2' }, { idempotencyKey: 'invoice-2' });
    expect(second.payoutId).not.toBe(payoutId);
    await failureOf(first.pay({ reference: 'invoice-2' }, { idempotencyKey: 'twin' }), 'DUPLICATE_REQUEST_DETECTED');
  });
});
