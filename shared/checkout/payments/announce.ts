import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { PaymentNews } from './applied.ts';
import type { Payment } from './payment.ts';
import { presentPaymentEvent } from './present-payment.ts';

/**
 * Adds the events for the changes of a payment.
 * @returns the payment with the events' sequences, which the caller must write
 */
export function announce(draft: JournalDraft, payment: Payment, news: readonly PaymentNews[]): Payment {
  if (news.length === 0) return payment;
  const first = draft.nextSequence;
  for (const { type, payment: then, refund } of news) draft.event({ type, data: presentPaymentEvent(then, refund) });
  const sequences = news.map((_, index) => first + index);
  return { ...payment, eventSequences: [...(payment.eventSequences ?? []), ...sequences] };
}
