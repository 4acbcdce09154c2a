import type { DocumentReply } from '../../../../contract/page-rules.ts';
import { refuseUnknown } from '../../../../ground/table/known-values.ts';
import type { Execution } from '../../../../journal/commit/execution.ts';
import { pathIn } from '../../../../pages/paths.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { browserOf } from '../../../attempts/attempt.ts';
import { networkHash } from '../../../attempts/attempt-counts.ts';
import { madeAt, newView } from '../../../attempts/view.ts';
import { whyEnded, whyNotPayable } from '../../../attempts/why-not-payable.ts';
import { type Link, LinkEntity } from '../../../links/link.ts';
import { frameOf } from '../../../page/frame-of.ts';
import { onwardsTo } from '../../../page/onwards.ts';
import { linkPath } from '../../../page/paths.ts';
import { forwardPage, resultPage } from '../../../page/result-page.ts';
import { linkStatePage, notPayablePage } from '../../../page/show-checkout-link.ts';
import { statePage } from '../../../page/state-page.ts';
import type { Payment } from '../../../payments/payment.ts';
import type { BankTransferRequest } from '../../bank/page/pay-by-bank.ts';
import { crypto } from '../crypto.ts';
import { isTokenPaused } from '../paused-token.ts';
import { createCryptoPayment } from '../payments/create-crypto-payment.ts';
import { cryptoMethodOf } from '../payments/crypto-method.ts';
import { type FoundCrypto, findCryptoPayment } from '../payments/find-crypto-payment.ts';
import { type CryptoView, cryptoPage } from './crypto-page.ts';
import { otherTransfers } from './other-transfers.ts';
import { shortPage } from './short-page.ts';

/**
 * Answers "Pay by crypto" with the address and exact amount, for the whole payment or for the missing part. Like the
 * answer to "Pay by bank", this page has no address of its own (docs/adr/0046).
 */
export async function payByCrypto(
  runtime: Runtime<'chain'>,
  request: BankTransferRequest,
  execution: Execution,
): Promise<DocumentReply> {
  const { link, organization, browser, sourceNetwork, view, another } = request;
  refuseUnknown(LinkEntity, link);
  if (await isHalted(runtime, request)) return showOnHold(runtime, request);
  const seenAt = madeAt(view, runtime.clock());
  const buyer = { browser, network: networkHash(link, sourceNetwork), seenAt, another };
  const opened = await createCryptoPayment(runtime, link, buyer, execution);
  // Earlier views belong to the payment that the buyer has left. Without cookies, only the view identifies the browser.
  const isNamedByView = browser === browserOf(undefined, view);
  const shown = another && !isNamedByView ? { ...request, view: newView(runtime.ids, runtime.clock()) } : request;
  if ('open' in opened || 'received' in opened) return showCryptoPayment(runtime, shown, opened);
  const refused = { frame: cryptoFrameOf(request), link, browser, short: opened.short };
  if ('silent' in opened) return notPayablePage(runtime, refused, 'methodFailed');
  // A link without this method may also have ended. The buyer is told that first, as on every page of the link.
  const reason = whyEnded(link, organization, runtime.clock()) ?? opened.notPayable;
  return notPayablePage(runtime, refused, reason);
}

/**
 * Answers a buyer who reports that the amount was sent: shows whether it was received, or the address and amount again.
 * Starts nothing new. A buyer who has not started is redirected to the payment page.
 */
export async function lookForCrypto(
  runtime: Runtime<'tokens'>,
  request: BankTransferRequest,
  note: CryptoView['note'],
): Promise<DocumentReply> {
  const { link, browser, view } = request;
  refuseUnknown(LinkEntity, link);
  const found = await findCryptoPayment(runtime, link, browser, madeAt(view, runtime.clock()));
  if (found) return showCryptoPayment(runtime, request, found, note);
  const frame = cryptoFrameOf(request);
  return { redirect: pathIn(frame, frame.path, frame.parameters) };
}

/** Answers while the token is paused. Starts nothing: a buyer who has already started sees the current state. */
async function showOnHold(runtime: Runtime<'tokens'>, request: BankTransferRequest): Promise<DocumentReply> {
  const { link, organization, browser, view } = request;
  const found = await findCryptoPayment(runtime, link, browser, madeAt(view, runtime.clock()));
  if (found) return showCryptoPayment(runtime, request, found);
  const reason = whyEnded(link, organization, runtime.clock()) ?? 'halted';
  return notPayablePage(runtime, { frame: cryptoFrameOf(request), link, browser }, reason);
}

async function showCryptoPayment(
  runtime: Runtime<'tokens'>,
  request: BankTransferRequest,
  found: FoundCrypto,
  note?: CryptoView['note'],
): Promise<DocumentReply> {
  const { link, organization, view, browser } = request;
  const frame = cryptoFrameOf(request);
  const now = runtime.clock();
  const ended = whyEnded(link, organization, now);
  if (ended === 'unavailable') return linkStatePage(frame, link, ended);
  // A payment received in time is confirmed, whatever the link's status is now.
  if ('received' in found) return receivedPage(frame, link, found.received);
  const { open, short, others = [] } = found;
  const reason = short && whyNotPayable(link, organization, now, runtime.rails(organization.mode));
  if (reason) return notPayablePage(runtime, { frame, link, browser, short }, reason);
  if (ended) return linkStatePage(frame, link, ended);
  if (await isHalted(runtime, request)) return notPayablePage(runtime, { frame, link, browser, short }, 'halted');
  const rest = short && { short, another: newView(runtime.ids, now) };
  // Buyers whose transfer arrived in another amount are not told that it has not been seen yet.
  const told = note === 'notSeenYet' && others.length > 0 ? undefined : note;
  const { total, currency } = link;
  const shown = { frame, total, currency, view, others };
  if (open) return { status: 200, html: cryptoPage({ ...open, ...shown, rest, now, note: told }) };
  if (rest) return { status: 200, html: shortPage({ ...shown, rest }) };
  const again = pathIn(frame, frame.path, frame.parameters);
  return statePage({ frame, state: 'amountEnded', again, notice: otherTransfers(frame, others) });
}

/** Buyers are not asked to send a paused token. Transfers sent in the meantime are read once the token is resumed. */
async function isHalted(
  runtime: Pick<Runtime, 'store'>,
  { link, organization }: Pick<BankTransferRequest, 'link' | 'organization'>,
): Promise<boolean> {
  const method = cryptoMethodOf(link);
  return method !== undefined && isTokenPaused(runtime, organization, method);
}

/** Redirects to the merchant once the full amount has arrived. */
function receivedPage(
  frame: ReturnType<typeof frameOf>,
  { successUrl }: Link,
  { amount, received = amount, currency, paymentId }: Payment,
): DocumentReply {
  const onwards = onwardsTo(successUrl, paymentId);
  // This is not a redirect, because the content security policy of a page with a form forbids one.
  if (onwards !== undefined) return { status: 200, html: forwardPage(frame, onwards) };
  return { status: 200, html: resultPage({ frame, result: 'paid', total: received, currency, paymentId }) };
}

function cryptoFrameOf(request: BankTransferRequest) {
  return frameOf(request, request.link, linkPath(request.link.pageToken), { method: crypto.kind });
}
