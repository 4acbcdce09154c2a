import type { DocumentReply } from '../../../../contract/page-rules.ts';
import { refuseUnknown } from '../../../../ground/table/known-values.ts';
import type { Organization } from '../../../../identity/organization.ts';
import { addressIn, pathIn } from '../../../../pages/paths.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { type Attempt, AttemptEntity, paymentOf } from '../../../attempts/attempt.ts';
import { type Link, linkRef } from '../../../links/link.ts';
import { type CheckoutPageRequest, frameOf } from '../../../page/frame-of.ts';
import { onwardsTo } from '../../../page/onwards.ts';
import { attemptPath, linkPath } from '../../../page/paths.ts';
import { resultPage, type results } from '../../../page/result-page.ts';
import { linkStatePage } from '../../../page/show-checkout-link.ts';
import { AcquirerSilent } from '../../../payments/ask-acquirer.ts';
import { paymentRef } from '../../../payments/payment.ts';
import { settleAttempt } from '../payments/settle-attempt.ts';

export interface AttemptRequest extends CheckoutPageRequest {
  readonly attempt: Attempt;
  readonly organization: Organization;
  /** How often the page has reloaded itself (`lookParameter`). */
  readonly look?: number | undefined;
}

type Result = (typeof results)[number];

/**
 * Answers a buyer who returns from a card page. Reads the outcome from the acquirer, records it, and shows it or
 * redirects to the merchant. If the buyer can still pay, redirects to the card page.
 * @param how `close` for a buyer who has canceled
 * @throws OtherCharge if the acquirer charged something else; UnknownValue
 */
export async function showCheckoutAttempt(
  runtime: Runtime<'cards'>,
  request: AttemptRequest,
  how: 'read' | 'close',
): Promise<DocumentReply> {
  const { organizationId, linkId } = request.attempt;
  refuseUnknown(AttemptEntity, request.attempt);
  const link = await runtime.store.get(linkRef(organizationId, linkId));
  if (!link) throw new Error(`there is no link ${linkId}`);
  const settled = await settleAttempt(runtime, request.attempt, how).catch((error: unknown) => {
    if (!(error instanceof AcquirerSilent)) throw error;
    runtime.log.warn('the acquirer did not answer a buyer who came back', { error, organizationId });
    return undefined;
  });
  return answer(runtime, request, link, settled);
}

async function answer(
  runtime: Runtime<'cards'>,
  request: AttemptRequest,
  link: Link,
  attempt: Attempt | undefined,
): Promise<DocumentReply> {
  const frame = frameOf(request, link, attemptPath(request.attempt.pageToken));
  // The payment is recorded by now, but the page of a suspended organization shows nothing about it.
  if (request.organization.status === 'suspended') return linkStatePage(frame, link, 'unavailable');
  if (attempt?.status === 'open' && attempt.url) return { redirect: addressIn(frame, attempt.url) };
  const result = await resultOf(runtime, attempt);
  const onwards = onwardsOf(link, result, paymentOf(request.attempt));
  if (onwards !== undefined && result !== 'failed') return { redirect: onwards };
  const money = { total: link.total, currency: link.currency };
  const hasPayment = result === 'paid' || result === 'pending' || result === 'failed';
  const again = result === 'failed' || result === 'canceled' ? pathIn(frame, linkPath(link.pageToken)) : undefined;
  const paymentId = hasPayment ? paymentOf(request.attempt) : undefined;
  return { status: 200, html: resultPage({ frame, result, look: request.look, ...money, paymentId, onwards, again }) };
}

/** @param attempt undefined if the acquirer did not answer */
async function resultOf(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  attempt: Attempt | undefined,
): Promise<Result> {
  if (attempt?.status === 'closed') return 'canceled';
  // Nobody was shown the card page of this attempt, and nobody will be.
  if (attempt?.status === 'opening' && (attempt.givenUp || attempt.expiresAt <= clock())) return 'canceled';
  if (attempt?.status !== 'complete') return 'waiting';
  const payment = await store.get(paymentRef(attempt.organizationId, paymentOf(attempt)));
  if (payment?.status === 'pending' || payment?.status === 'failed') return payment.status;
  return 'paid';
}

/** Returns where the buyer continues, or undefined if that is not known yet or the merchant has no page. */
function onwardsOf({ successUrl, cancelUrl }: Link, result: Result, paymentId: string): string | undefined {
  if (result === 'waiting') return undefined;
  return onwardsTo(result === 'paid' || result === 'pending' ? successUrl : cancelUrl, paymentId);
}
