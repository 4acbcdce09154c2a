import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTwins as twinsOfService } from '../../../shared/payouts/batches/work/twins.ts';
import { PayoutRequest } from '../../../shared/payouts/payout/payout-request.ts';
import type { Line } from '../src/input/fault.ts';
import { findTwins } from '../src/input/twins.ts';

const amount = fc.constantFrom('1', '1.0', '1.00', '10', '10.0', '0.1', '0.10', '100');
const text = fc.constantFrom('a b', 'a\u00a0b', 'Jos\u00e9', 'Jose\u0301', '\u2764', '\u2764\ufe0f', 'A b');

const line = fc.record(
  {
    amount,
    destinationAccountId: fc.constantFrom('acct_1', 'acct_2'),
    amountLeg: fc.constantFrom('source', 'destination'),
    purposeOfPayment: fc.constant('salary'),
    reference: text,
    endUserId: text,
    metadata: fc.constantFrom(
      {},
      { a: '1' },
      { a: '1', b: '2' },
      { b: '2', a: '1' },
      { a: '2' },
      { a: 'Jos\u00e9' },
      { a: 'Jose\u0301' },
    ),
    expectDestination: fc.record({ amount, tolerance: fc.constantFrom('0', '0.0', '0.10', '0.1') }),
  },
  { requiredKeys: ['amount', 'destinationAccountId'] },
);

test('the command and the service find the same twins', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (drafts) => {
      const items = drafts.map((draft) => PayoutRequest.parse(draft));
      const ofService = [...twinsOfService(items)].map(([index, { detail }]) => `${index} ${firstOf(detail)}`);
      const lines = items.map((item, index): Line => ({ line: index, item }));
      const ofCommand = findTwins(lines).map((fault) => `${fault.line} ${firstOf(fault.message)}`);
      expect(ofCommand).toEqual(ofService);
      found += ofService.length;
    }),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(100);
});

/** Why a line is a twin, and of which one. */
function firstOf(message: string): string {
  const [, why, index] = /^(is identical|has the reference).*?(\d+)/.exec(message) ?? [];
  return `${why} ${index}`;
}
