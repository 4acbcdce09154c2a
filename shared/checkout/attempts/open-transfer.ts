import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { accountRead } from '../accounts/account.ts';
import { type Link, linkRead } from '../links/link.ts';
import { openBankPayment } from '../payments/bank-payment.ts';
import { paymentRead } from '../payments/payment.ts';
import { browserHash, keepOpenAttempt, openAttemptRead } from './attempt.ts';
import { type Buyer, countHappened, countsReads, isBusyForTransfers } from './attempt-counts.ts';
import { type NotPayable, whyNotPayable } from './why-not-payable.ts';

export type OpenedTransfer = { readonly reference: string } | { readonly notPayable: NotPayable };

/** Where a browser's payment by bank is kept. */
export function bankSlot({ organizationId, linkId }: Pick<Link, 'organizationId' | 'linkId'>, browser: string) {
  return { organizationId, linkId, browser: browserHash(`bank ${browser}`) };
}

/**
 * Begins to pay by bank: opens a payment with a reference of its own. A browser that submits again before any money came
 * gets the reference that it has. An account that was removed takes no new payments, and a link or a network that has begun
 * too many transfers begins no more for a while.
 * @param link as it was read; it offers bank transfers
 */
export async function openTransfer(
  runtime: Runtime,
  { organizationId, linkId, methods }: Link,
  { browser, network }: Buyer,
  execution: Execution,
): Promise<OpenedTransfer> {
  const suffix = runtime.ids.suffix(runtime.clock());
  const { accountId = '' } = methods.find(({ kind }) => kind === 'bank') ?? {};
  // Apart from the browser's attempt by card: it may try both.
  const slot = bankSlot({ organizationId, linkId }, browser);
  const on = { organizationId, linkId, network };
  let opened: OpenedTransfer = { notPayable: 'noMethod' };
  await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {
        link: linkRead(organizationId, linkId),
        account: accountRead(organizationId, accountId),
        open: openAttemptRead(slot),
      },
      lookUps: countsReads(on),
      decide: ({ organization, link, account, open }, draft) => {
        const reason = link ? whyNotPayable(link, organization, draft.now) : 'noMethod';
        if (!link || reason || account?.status !== 'active') {
          opened = { notPayable: reason ?? 'noMethod' };
          return undefined;
        }
        const known = open && draft.lookUp(paymentRead(organizationId, open.attemptId));
        if (known?.externalId && known.status === 'pending' && !known.received) {
          opened = { reference: known.externalId };
          return undefined;
        }
        if (isBusyForTransfers(draft, on)) {
          opened = { notPayable: 'busy' };
          return undefined;
        }
        const { paymentId, externalId } = openBankPayment(draft, link, suffix);
        keepOpenAttempt(draft, slot, open, paymentId);
        countHappened(draft, on, 'transfers');
        opened = { reference: externalId };
        return { reply: { status: 200, body: undefined }, resourceId: linkId };
      },
    },
    execution,
  );
  return opened;
}
