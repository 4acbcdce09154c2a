import { create } from '../../../../ground/table/writes.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import type { Link } from '../../../links/link.ts';
import { recordPayment } from '../../../payments/listed/recorded-payment.ts';
import { newPayment } from '../../../payments/new-payment.ts';
import { type Payment, PaymentExternalIdEntity } from '../../../payments/payment.ts';
import { referenceFrom } from '../../../payments/reference.ts';
import { bank } from '../bank.ts';

/**
 * Opens an attempt to pay a link by bank, with its own payment reference, which is the `externalId` of the payment. The
 * attempt takes no place on the link and emits no event, because no money has moved.
 * @param suffix the end of the payment's id (`Ids.suffix`)
 * @returns the payment, `pending`
 */
export function createBankPayment(
  draft: JournalDraft,
  link: Link,
  suffix: string,
): Payment & { readonly externalId: string } {
  const opened = { suffix, externalId: referenceFrom(suffix), method: { kind: bank.kind } };
  const payment = recordPayment(draft, newPayment(draft, link, opened));
  const { organizationId, paymentId, externalId } = payment;
  draft.write(create(PaymentExternalIdEntity, { organizationId, externalId, paymentId, version: 1 }));
  return payment;
}
