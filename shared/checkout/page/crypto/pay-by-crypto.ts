import type { DocumentReply } from '../../../contract/page-rules.ts';
import { refuseUnknown } from '../../../ground/table/known-values.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { Execution } from '../../../journal/commit/execution.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import { networkHash } from '../../attempts/attempt-counts.ts';
import { madeAt } from '../../attempts/view.ts';
import { whyEnded } from '../../attempts/why-not-payable.ts';
import { type FoundCrypto, findCryptoPayment } from '../../crypto/find-crypto-payment.ts';
import { openCryptoPayment } from '../../crypto/open-crypto-payment.ts';
import { type Link, LinkEntity } from '../../links/link.ts';
import type { Payment } from '../../payments/payment.ts';
import { frameOf, type PageRequest } from '../frame-of.ts';
import { pathIn } from '../layout.ts';
import { onwardsTo } from '../onwards.ts';
import { linkPath } from '../paths.ts';
import { forwardPage, resultPage } from '../result-page.ts';
import { linkStatePage, notPayablePage } from '../show-link.ts';
import { type CryptoView, cryptoPage } from './crypto-page.ts';

export interface CryptoRequest extends PageRequest {
  readonly link: Link;
  readonly organization: Organization;
  /** The browser's cookie, or the id of the view that was submitted. */
  readonly browser: string;
  readonly sourceNetwork: string;
  /** The view that was submitted. */
  readonly view: string;
}

/**
 * Answers "Pay by crypto" with address and exact amount. They stand at no address of their own, as those of a transfer by
 * bank (docs/adr/0046).
 */
export async function payByCrypto(
  runtime: Runtime,
  request: CryptoRequest,
  execution: Execution,
): Promise<DocumentReply> {
  const { link, organization, browser, sourceNetwork, view } = request;
  refuseUnknown(LinkEntity, link);
  const seenAt = madeAt(view, runtime.clock());
  const buyer = { browser, network: networkHash(link, sourceNetwork), seenAt };
  const opened = await openCryptoPayment(runtime, link, buyer, execution);
  if ('open' in opened || 'received' in opened) return showCryptoPayment(runtime, request, opened);
  const frame = cryptoFrameOf(request);
  if ('notPayable' in opened) {
    // A link without this method may have ended, too: then the buyer is told that first, as on every page of the link.
    const reason = whyEnded(link, organization, runtime.clock()) ?? opened.notPayable;
    return notPayablePage(runtime, { frame, link, browser }, reason);
  }
  return linkStatePage(frame, link, 'methodFailed', pathIn(frame, frame.path));
}

/**
 * Answers a buyer who says that they have sent it, or has had it sent: whether it was received, or address and amount
 * again. Nothing is begun anew here. Who has not begun is led to the payment page.
 */
export async function lookForCrypto(
  runtime: Pick<Runtime, 'store' | 'clock'>,
  request: CryptoRequest,
  note: CryptoView['note'],
): Promise<DocumentReply> {
  const { link, browser, view } = request;
  refuseUnknown(LinkEntity, link);
  const found = await findCryptoPayment(runtime, link, browser, madeAt(view, runtime.clock()));
  if (found) return showCryptoPayment(runtime, request, found, note);
  const frame = cryptoFrameOf(request);
  return { redirect: pathIn(frame, frame.path, frame.parameters) };
}

function showCryptoPayment(
  { clock }: Pick<Runtime, 'clock'>,
  request: CryptoRequest,
  found: FoundCrypto,
  note?: CryptoView['note'],
): DocumentReply {
  const { link, organization, view } = request;
  const frame = cryptoFrameOf(request);
  const now = clock();
  const ended = whyEnded(link, organization, now);
  if (ended === 'unavailable') return linkStatePage(frame, link, ended);
  // What was paid in time is told, whatever the link is by now.
  if ('received' in found) return receivedPage(frame, link, found.received);
  if (ended) return linkStatePage(frame, link, ended);
  if ('ended' in found) {
    return linkStatePage(frame, link, 'amountEnded', pathIn(frame, frame.path, frame.parameters));
  }
  return { status: 200, html: cryptoPage({ ...found.open, frame, now, view, note }) };
}

/** Leads on to the merchant who has all the money. Short of it the buyer reads that the payment is under way. */
function receivedPage(
  frame: ReturnType<typeof frameOf>,
  { successUrl, total, currency }: Link,
  { status, paymentId }: Payment,
): DocumentReply {
  const result = status === 'pending' ? status : 'paid';
  const onwards = result === 'paid' ? onwardsTo(successUrl, paymentId) : undefined;
  // Not by a redirect, which the policy of a form's page forbids.
  if (onwards !== undefined) return { status: 200, html: forwardPage(frame, onwards) };
  return { status: 200, html: resultPage({ frame, result, total, currency, paymentId }) };
}

function cryptoFrameOf(request: CryptoRequest) {
  return frameOf(request, request.link, linkPath(request.link.pageToken), { method: 'crypto' });
}
