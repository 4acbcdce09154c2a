import { decideAndCommit } from '../../../../journal/commit/decide.ts';
import type { Execution } from '../../../../journal/commit/execution.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { accountRef } from '../../../accounts/account.ts';
import { keepOpenAttempt, openAttemptRef, transferSlot } from '../../../attempts/attempt.ts';
import { type Buyer, countHappened, countsRefs, isBusyForTransfers } from '../../../attempts/attempt-counts.ts';
import { type Press, pressedOn } from '../../../attempts/transfer-of-view.ts';
import { type NotPayable, whyNotPayable } from '../../../attempts/why-not-payable.ts';
import { type Link, linkRef } from '../../../links/link.ts';
import { type Payment, paymentRef } from '../../../payments/payment.ts';
import { isShort } from '../../../payments/short-money.ts';
import { bank } from '../bank.ts';
import { createBankPayment } from './bank-payment.ts';

export type OpenedTransfer =
  | {
      /** The payment that waits for its money, or for the rest of it. */
      readonly payment: Payment;
    }
  | { readonly notPayable: NotPayable };

/** Returns the key under which a browser's payment by bank is stored. */
export function bankSlot(link: Pick<Link, 'organizationId' | 'linkId'>, browser: string) {
  return transferSlot(bank.kind, link, browser);
}

/**
 * Starts a payment by bank: opens a payment with its own reference. A browser that submits again before all of its
 * money has arrived gets the same reference, unless the buyer asks for another payment although part of the money has
 * arrived. An account that was removed gets no new payments. A link or network that has started too many transfers
 * cannot start more for a while.
 * @param link as it was read; it offers bank transfers
 */
export async function createTransfer(
  runtime: Runtime,
  { organizationId, linkId, methods }: Link,
  { browser, network, ...press }: Buyer & Press,
  execution: Execution,
): Promise<OpenedTransfer> {
  const suffix = runtime.ids.suffix(runtime.clock());
  const { accountId = '' } = methods.find(({ kind }) => kind === bank.kind) ?? {};
  // The key is separate from the browser's attempt by card, because a buyer may try both.
  const slot = bankSlot({ organizationId, linkId }, browser);
  const on = { organizationId, linkId, network };
  let opened: OpenedTransfer = { notPayable: 'noMethod' };
  await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {
        link: linkRef(organizationId, linkId),
        account: accountRef(organizationId, accountId),
        open: openAttemptRef(slot),
      },
      lookUps: countsRefs(on),
      decide: ({ organization, link, account, open }, draft) => {
        const reason = link ? whyNotPayable(link, organization, draft.now) : 'noMethod';
        if (!link || reason || account?.status !== 'active') {
          opened = { notPayable: reason ?? 'noMethod' };
          return undefined;
        }
        const pressed = open && pressedOn(open, press);
        const known = pressed && draft.lookUp(paymentRef(organizationId, pressed.attemptId));
        const isLeft = known && pressed.leaves && isShort(known);
        if (known?.status === 'pending' && !isLeft) {
          opened = { payment: known };
          return undefined;
        }
        if (isBusyForTransfers(draft, on)) {
          opened = { notPayable: 'busy' };
          return undefined;
        }
        const payment = createBankPayment(draft, link, suffix);
        const left = isLeft && { attemptId: known.paymentId, at: draft.now };
        keepOpenAttempt(draft, slot, open, payment.paymentId, left ? { left } : {});
        countHappened(draft, on, 'transfers');
        opened = { payment };
        return { reply: { status: 200, body: undefined }, resourceId: linkId };
      },
    },
    execution,
  );
  return opened;
}
