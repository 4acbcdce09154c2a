import type { PayoutBatch } from '../../../src/index.ts';
import { minuteOf } from './minute.ts';

const counted = ['created', 'create_failed', 'invalid', 'valid', 'pending'] as const;

/**
 * A batch as a line of text.
 * @param isEarlier whether an earlier command sent it, and not this one
 */
export function showRun(batch: PayoutBatch, isEarlier = false): string {
  const { externalReferenceId, batchId, status, counts, totals, approvalId } = batch;
  const parts = counted.filter((name) => counts[name] > 0).map((name) => `${counts[name]} ${name}`);
  const debited = totals.debited.map(
    ({ amount, currency, fee }) => `debited ${amount} ${currency}, including fees of ${fee}`,
  );
  const toSend = (totals.selfFunded ?? []).map(
    ({ amount, currency, fee }) => `to send yourself ${amount} ${currency}, including fees of ${fee}`,
  );
  const asked = totals.requested.map(
    ({ corridorId, amountLeg, amount, currency }) => `${amount} ${currency} (${corridorId}, ${amountLeg})`,
  );
  return [
    `${externalReferenceId}  ${batchId}  ${status}: ${parts.join(', ')}`,
    ...([...debited, ...toSend].length > 0
      ? [...debited, ...toSend]
      : asked.length > 0
        ? [`asks for ${asked.join(', ')}`]
        : []),
    ...(status === 'awaiting_confirmation' && approvalId ? [`approval ${approvalId}`] : []),
    ...(isEarlier ? [`submitted ${minuteOf(batch.createdAt)}, not now`] : []),
  ].join('; ');
}
