import * as z from 'zod';
import { failureCodes } from './failure-codes.ts';
import type { RailNews } from './payout-rail.ts';

/** Longer than any bank takes to send a credit transfer back; a payout that was left alone for longer would be forgotten. */
export const longestPauseMs = 30 * 24 * 60 * 60 * 1000;

const LookAgainInMs = z.int().positive().max(longestPauseMs);

const News = z.discriminatedUnion('status', [
  z.object({ status: z.literal('unknown') }),
  z.object({ status: z.enum(['pending', 'processing']), lookAgainInMs: LookAgainInMs }),
  z.object({ status: z.literal('completed'), lookAgainInMs: LookAgainInMs.optional() }),
  z.object({ status: z.literal('failed'), failureCode: z.enum(failureCodes), fundsReturned: z.boolean() }),
  z.object({ status: z.literal('returned') }),
]);

/**
 * A rail's answer, as news or not at all: an adapter may hand on what its network has only just thought of.
 * @throws Error that names the fields that are wrong, and none of their values: they may be somebody's data
 */
export function checkNews(answer: unknown): RailNews {
  const result = News.safeParse(answer);
  if (result.success) return result.data as RailNews;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
  throw new Error(`the rail's answer is no news of a payout: ${faults.join('; ')}`);
}
