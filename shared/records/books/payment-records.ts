import { crypto } from '../../checkout/methods/crypto/crypto.ts';
import { TakenTransferEntity } from '../../checkout/methods/crypto/payments/taken-transfer.ts';
import { RecordedPaymentEntity } from '../../checkout/payments/listed/recorded-payment.ts';
import { type Payment, PaymentExternalIdEntity, paymentWork } from '../../checkout/payments/payment.ts';
import type { Store } from '../../ground/table/store.ts';
import { DueWorkEntity } from '../../journal/due/due-work.ts';
import { IntentEntity, intentWork } from '../../journal/intents/intent.ts';
import { EventEntity } from '../../journal/rows/event.ts';
import { paymentFindings } from './payment-findings.ts';

/**
 * Reads what payments of an organization name, and finds inconsistencies.
 * @param payments at most a hundred
 */
export async function readPayments(
  store: Store,
  organizationId: string,
  payments: readonly Payment[],
): Promise<string[]> {
  const intents = payments.flatMap(({ refunding }) =>
    refunding ? { organizationId, intentId: refunding.intentId } : [],
  );
  const ids = payments.flatMap(({ externalId }) => (externalId ? { organizationId, externalId } : []));
  const sequences = payments.flatMap(({ eventSequences }) => eventSequences?.at(-1) ?? []);
  const [due, events, asked, askedDue, named, transfers, positions] = await Promise.all([
    store.getMany(DueWorkEntity, payments.map(paymentWork)),
    store.getMany(
      EventEntity,
      sequences.map((sequence) => ({ organizationId, sequence })),
    ),
    store.getMany(IntentEntity, intents),
    store.getMany(DueWorkEntity, intents.map(intentWork)),
    store.getMany(PaymentExternalIdEntity, ids),
    store.getMany(TakenTransferEntity, payments.flatMap(transferKeyOf)),
    store.getMany(RecordedPaymentEntity, payments),
  ]);
  return payments.flatMap((payment) => {
    const { paymentId, eventSequences, externalId, refunding } = payment;
    const key = transferKeyOf(payment)[0];
    return paymentFindings(payment, {
      work: due.find(({ resourceId }) => resourceId === paymentId),
      event: events.find(({ sequence }) => sequence === eventSequences?.at(-1)),
      intent: asked.find(({ intentId }) => intentId === refunding?.intentId),
      intentWork: askedDue.find(({ resourceId }) => resourceId === refunding?.intentId),
      isListed: positions.some((one) => one.paymentId === paymentId),
      named: named.find((one) => one.externalId === externalId),
      transfer: transfers.find(
        (one) => one.chain === key?.chain && one.hash === key.hash && one.logIndex === key.logIndex,
      ),
    });
  });
}

/** The transfer that a crypto payment is named after, `<hash>-<logIndex>`. */
function transferKeyOf({ method: { kind, chain }, externalId, received, livemode }: Payment) {
  if (kind !== crypto.kind || !chain || !externalId || received === undefined) return [];
  const end = externalId.lastIndexOf('-');
  const mode = livemode ? 'live' : 'sandbox';
  return [{ mode, chain, hash: externalId.slice(0, end), logIndex: Number(externalId.slice(end + 1)) }];
}
