import * as z from 'zod';
import { Status } from './check-rail-status.ts';
import { longestMemo, mostRecords, type RailPage } from './payout-rail.ts';

/** A key, a page position or any other text except the memo. */
const Text = z.string().min(1).max(1_000);

const Page = z.object({
  records: z
    .array(
      z.object({
        key: Text,
        organizationId: Text,
        memo: z.string().max(longestMemo),
        corridorId: Text,
        destinationAmount: z.bigint().positive(),
        destinationCurrency: z.string().regex(/^[A-Z]{3,5}$/),
        receivedAt: z.int().min(0),
        news: Status.refine(({ status }) => status !== 'unknown', 'is unknown, on record'),
      }),
    )
    .max(mostRecords),
  next: Text.optional(),
});

/**
 * Checks a page of a rail's records, because an adapter may pass on values that its network has only just introduced.
 * @throws Error naming the faulty fields, but not their values
 */
export function checkRailPage(answer: unknown): RailPage {
  const result = Page.safeParse(answer);
  if (result.success) return result.data as RailPage;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
  throw new Error(`the rail's answer is no page of its records: ${faults.slice(0, 10).join('; ')}`);
}
