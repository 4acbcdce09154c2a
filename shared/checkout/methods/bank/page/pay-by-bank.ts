import type { DocumentReply } from '../../../../contract/page-rules.ts';
import { refuseUnknown } from '../../../../ground/table/known-values.ts';
import type { Execution } from '../../../../journal/commit/execution.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { networkHash } from '../../../attempts/attempt-counts.ts';
import { madeAt, newView } from '../../../attempts/view.ts';
import { whyEnded } from '../../../attempts/why-not-payable.ts';
import { LinkEntity } from '../../../links/link.ts';
import { frameOf } from '../../../page/frame-of.ts';
import { linkPath } from '../../../page/paths.ts';
import { linkStatePage, notPayablePage } from '../../../page/show-checkout-link.ts';
import { isShort } from '../../../payments/short-money.ts';
import type { CardRequest } from '../../card/page/pay-by-card.ts';
import { bank } from '../bank.ts';
import { createTransfer } from '../payments/create-transfer.ts';
import { type BankDetails, bankPage } from './bank-page.ts';

/** The submitted form on a link's page that starts a transfer. */
export interface BankTransferRequest extends CardRequest {
  /** Id of the view that was submitted. */
  readonly view: string;
  /** The buyer wants a payment separate from the partly received one. */
  readonly another?: boolean | undefined;
}

/**
 * Answers "Pay by bank" with account and reference. The answer has no address of its own, because buyers who received
 * such an address from someone else would pay for that person's order.
 */
export async function payByBank(
  runtime: Runtime,
  request: BankTransferRequest,
  execution: Execution,
): Promise<DocumentReply> {
  const { link, browser, sourceNetwork, view, another } = request;
  refuseUnknown(LinkEntity, link);
  const frame = frameOf(request, link, linkPath(link.pageToken), { method: bank.kind });
  const now = runtime.clock();
  const ended = whyEnded(link, request.organization, now);
  if (ended) return notPayablePage(runtime, { frame, link, browser }, ended);
  const { details } = link.methods.find(({ kind }) => kind === bank.kind) ?? {};
  if (details === undefined) return linkStatePage(frame, link, 'noMethod');
  const buyer = { browser, network: networkHash(link, sourceNetwork), seenAt: madeAt(view, now), another };
  const opened = await createTransfer(runtime, link, buyer, execution);
  if ('notPayable' in opened) return notPayablePage(runtime, { frame, link, browser }, opened.notPayable);
  const { total, currency } = link;
  const { externalId: reference = '' } = opened.payment;
  const transfer = { frame, details: JSON.parse(details) as BankDetails, reference, total, currency };
  const rest = isShort(opened.payment) ? { short: opened.payment, another: newView(runtime.ids, now) } : undefined;
  return { status: 200, html: bankPage({ ...transfer, rest }) };
}
