import * as z from 'zod';
import { failureCodes } from './failure-codes.ts';
import type { RailStatus } from './payout-rail.ts';

/**
 * The longest interval between two checks of a payout. No bank takes longer to return a credit transfer. A payout with
 * a longer interval would be forgotten.
 */
export const maxRecheckMs = 30 * 24 * 60 * 60 * 1000;

const RecheckInMs = z.int().positive().max(maxRecheckMs);

export const Status = z.discriminatedUnion('status', [
  z.object({ status: z.literal('unknown'), perhapsSent: z.literal(true).optional() }),
  z.object({ status: z.enum(['pending', 'processing']), recheckInMs: RecheckInMs }),
  z.object({ status: z.literal('completed'), recheckInMs: RecheckInMs.optional() }),
  z.object({ status: z.literal('failed'), failureCode: z.enum(failureCodes), fundsReturned: z.boolean() }),
  z.object({ status: z.literal('returned') }),
]);

/**
 * Checks a status reported by a rail, because an adapter may pass on a value that its network has only just introduced.
 * @throws Error naming the faulty fields, but not their values, which may be personal data
 */
export function checkRailStatus(answer: unknown): RailStatus {
  const result = Status.safeParse(answer);
  if (result.success) return result.data as RailStatus;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
  throw new Error(`the rail's answer is no status of a payout: ${faults.join('; ')}`);
}
