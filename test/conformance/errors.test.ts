import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ErrorType, errorCatalog } from '../../shared/ground/errors/catalog.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import { authenticationRows } from './errors/authentication.ts';
import { batchRows } from './errors/batches.ts';
import { checkoutRows } from './errors/checkout.ts';
import { fundingRows } from './errors/funding.ts';
import { idempotencyRows } from './errors/idempotency.ts';
import { payoutLinkRows } from './errors/payout-links.ts';
import { payoutRows } from './errors/payouts.ts';
import { pricingRows } from './errors/pricing.ts';
import { recipientRows } from './errors/recipients.ts';
import { recordRows } from './errors/records.ts';
import { refundRows } from './errors/refunds.ts';
import { requestRows } from './errors/requests.ts';
import { play } from './errors/row.ts';
import { walletRows } from './errors/wallets.ts';
import { webhookRows } from './errors/webhooks.ts';
import { Stage } from './observed.ts';

const rows = [
  ...requestRows,
  ...authenticationRows,
  ...idempotencyRows,
  ...pricingRows,
  ...recipientRows,
  ...payoutRows,
  ...payoutLinkRows,
  ...batchRows,
  ...checkoutRows,
  ...refundRows,
  ...recordRows,
  ...webhookRows,
  // Last: what they leave is followed for as long as anybody lets time pass.
  ...walletRows,
  ...fundingRows,
];

/** Errors that pages alone answer, as HTML: `payout-links.test.ts` brings them about. */
const ofPages: readonly ErrorType[] = ['PAYOUT_LINK_UNUSABLE'];

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.start();
});
afterEach(() => stage.mend());
afterAll(() => stage.http.stop());

describe.each([...Map.groupBy(rows, ({ section = 'Errors' }) => section)])(
  '%s',
  quotedByName,
  (_section, ofSection) => {
    for (const row of ofSection) test(row.words, quotes(row.quotes ?? {}), () => play(stage, row));
  },
);

/** Fields of the Error body that every failure has, and those that some have. */
const always = ['type', 'status', 'detail', 'resolution', 'docs', 'requestId'];
const sometimes = [
  'errors',
  'originalIdempotencyKey',
  'originalPayoutId',
  'originalRequestId',
  'originalBatchId',
  'approvalId',
  'existingRecipientId',
  'existingMethodId',
];

// Last: they look at all that the rows before brought about.
describe('Errors', quotedByName, () => {
  test('All failures use the Error body.', () => {
    for (const { requestId, status, body } of stage.failures) {
      expect(body).toMatchObject({ status, detail: expect.any(String), resolution: expect.any(String), requestId });
    }
  });

  test('There is no `retryable` field.', () => {
    const fields = new Set(stage.failures.flatMap(({ body }) => Object.keys(body)));
    expect([...fields].toSorted()).toEqual([...always, ...sometimes].toSorted());
  });

  test('Branch on `type`', () => {
    const seen = new Set(stage.failures.map(({ body }) => body.type));
    const expected = Object.keys(errorCatalog).filter((type) => !ofPages.includes(type as ErrorType));
    expect([...seen].toSorted()).toEqual(expected.toSorted());
  });
});

/** What an error adds to the fields that every failure has, by its type. */
const additions: Partial<Record<ErrorType, readonly string[]>> = {
  VALIDATION_ERROR: ['errors'],
  DUPLICATE_REQUEST_DETECTED: ['originalIdempotencyKey', 'originalPayoutId'],
  PAYOUT_OUTCOME_UNKNOWN: ['originalRequestId'],
  PAYOUT_BATCH_DUPLICATE_REFERENCE: ['originalBatchId'],
  PAYOUT_BATCH_AWAITING_APPROVAL: ['approvalId'],
  BANK_ACCOUNT_ALREADY_LINKED: ['existingMethodId', 'existingRecipientId'],
  BENEFICIARY_EXTERNAL_ID_CONFLICT: ['existingMethodId', 'existingRecipientId'],
};

describe('Resources and their fields > Error body', quotedByName, () => {
  test('`type` (string, stable), `status` (integer), `detail` (always a string), `resolution` (optional string), `requestId`, `errors` (on validation failures: the failed fields).', () => {
    expect(stage.failures.length).toBeGreaterThan(rows.length);
    for (const { status, requestId, body } of stage.failures) {
      expect(errorCatalog).toHaveProperty(String(body.type));
      expect(body).toMatchObject({ status, requestId, detail: expect.any(String), resolution: expect.any(String) });
      expect(Number.isInteger(body.status)).toBe(true);
      expect('errors' in body).toBe(body.type === 'VALIDATION_ERROR');
    }
    const faults = stage.failures.flatMap(({ body: { errors = [] } }) => errors as Record<string, unknown>[]);
    expect(faults.map(({ path }) => path)).toContain('amount');
    for (const fault of faults) expect(fault).toMatchObject({ path: expect.any(String), message: expect.any(String) });
  });

  test('Some errors add: `originalIdempotencyKey`, `originalPayoutId`, `originalRequestId`', () => {
    const seen = Map.groupBy(stage.failures, ({ body }) => body.type as ErrorType);
    for (const [type, failures] of seen) {
      const fields = new Set(failures.flatMap(({ body }) => Object.keys(body)));
      const added = [...fields].filter((field) => !always.includes(field));
      expect(added.toSorted(), type).toEqual(additions[type] ?? []);
    }
    for (const type of Object.keys(additions)) expect([...seen.keys()]).toContain(type);
  });

  test.each([
    ['`originalBatchId`', 'PAYOUT_BATCH_DUPLICATE_REFERENCE', /^pb_/],
    ['`approvalId`', 'PAYOUT_BATCH_AWAITING_APPROVAL', /^apr_/],
  ] as const)('%s', (field, type, id) => {
    const failures = stage.failures.filter(({ body }) => body.type === type);
    expect(failures.length).toBeGreaterThan(0);
    for (const { body } of failures) expect(body).toHaveProperty(field.replaceAll('`', ''), expect.stringMatching(id));
  });

  test('`existingRecipientId`, `existingMethodId`', () => {
    const linked = stage.failures.filter(({ body }) => body.type === 'BANK_ACCOUNT_ALREADY_LINKED');
    expect(linked.length).toBeGreaterThan(0);
    for (const { body } of linked) {
      expect(body).toMatchObject({
        existingRecipientId: expect.stringMatching(/^rcp_/),
        existingMethodId: expect.any(String),
      });
    }
  });
});
