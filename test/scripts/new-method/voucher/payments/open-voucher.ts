import { type Link, linkRef } from '../../../../../shared/checkout/links/link.ts';
import { takenOver } from '../../../../../shared/checkout/methods/methods.ts';
import { recordPayment } from '../../../../../shared/checkout/payments/listed/recorded-payment.ts';
import { newPayment } from '../../../../../shared/checkout/payments/new-payment.ts';
import { type Payment, PaymentExternalIdEntity } from '../../../../../shared/checkout/payments/payment.ts';
import { create } from '../../../../../shared/ground/table/writes.ts';
import { decideAndCommit } from '../../../../../shared/journal/commit/decide.ts';
import type { Execution } from '../../../../../shared/journal/commit/execution.ts';
import { scheduleWork } from '../../../../../shared/journal/due/due-work.ts';
import type { Runtime } from '../../../../../shared/ports/runtime.ts';
import { voucher } from '../voucher.ts';
import { lookAgainMs, voucherWork } from './advance-voucher.ts';

/** Opens a payment with a code, and the work of asking the kiosks about it. */
export async function openVoucher(
  runtime: Runtime,
  { organizationId, linkId }: Link,
  execution: Execution,
): Promise<Payment> {
  const suffix = runtime.ids.suffix(runtime.clock());
  const code = `V${suffix.slice(-8).toUpperCase()}`;
  let opened: Payment | undefined;
  await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { link: linkRef(organizationId, linkId) },
      decide: ({ link }, draft) => {
        const offered = link?.methods.find(({ kind }) => kind === voucher.kind);
        if (!link || !offered) throw new Error('the link takes no vouchers');
        const method = { kind: voucher.kind, ...takenOver(voucher.kind, offered) };
        const payment = recordPayment(draft, newPayment(draft, link, { suffix, externalId: code, method }));
        const { paymentId } = payment;
        draft.write(
          create(PaymentExternalIdEntity, { organizationId, externalId: code, paymentId, version: 1 }),
          scheduleWork(voucherWork(payment), draft.now + lookAgainMs),
        );
        opened = payment;
        return { reply: { status: 200, body: undefined }, resourceId: linkId };
      },
    },
    execution,
  );
  if (!opened) throw new Error('nothing was opened');
  return opened;
}
