import type { DocumentReply } from '../../contract/page-rules.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import type { Organization } from '../../identity/organization.ts';
import { pathIn } from '../../pages/paths.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { browserOfCookie } from '../attempts/attempt.ts';
import { notHalted } from '../attempts/halted-methods.ts';
import { firstPlaceHeldUntil } from '../attempts/place-holders.ts';
import { newView } from '../attempts/view.ts';
import { methodsOffered, type NotPayable, whyNotPayable } from '../attempts/why-not-payable.ts';
import { type Link, LinkEntity } from '../links/link.ts';
import type { MethodKind } from '../methods/methods.ts';
import type { Payment } from '../payments/payment.ts';
import { type CheckoutFrame, type CheckoutPageRequest, frameOf } from './frame-of.ts';
import { linkPath } from './paths.ts';
import { paymentPage } from './payment-page.ts';
import { type PageState, paidPage, statePage } from './state-page.ts';
import { type BrowserActivity, whatBrowserDid } from './what-browser-did.ts';

interface LinkRequest extends CheckoutPageRequest {
  readonly link: Link;
  readonly organization: Organization;
  /** Path of the link's page. */
  readonly path: string;
  readonly method?: MethodKind | undefined;
  /** The browser's cookie, if it has one. */
  readonly cookie?: string | undefined;
}

/**
 * Shows the page of a published link: what can be paid and how, or why nothing can be paid.
 * @throws UnknownValue for a link in a status of a later release
 */
export async function showCheckoutLink(
  runtime: Pick<Runtime<'tokens'>, 'clock' | 'ids' | 'store' | 'rails'>,
  request: LinkRequest,
): Promise<DocumentReply> {
  const { clock, ids, store, rails } = runtime;
  const { link, organization, path, method, cookie } = request;
  refuseUnknown(LinkEntity, link);
  const frame = frameOf(request, link, path, method && { method });
  const offering = rails(organization.mode);
  const reason = whyNotPayable(link, organization, clock(), offering);
  if (reason === 'unavailable') return linkStatePage(frame, link, reason);
  const did = cookie === undefined ? nothing : await whatBrowserDid(store, link, browserOfCookie(cookie));
  // A buyer who holds the last place and reloads the page, or goes back to it, finds the same card page.
  const mayGoOn = reason === 'full' && did.hasOpenAttempt;
  if (reason && !mayGoOn) return endedPage(runtime, frame, link, reason, did);
  const methods = await notHalted(runtime, methodsOffered(link, organization, offering), organization);
  if (methods.length === 0) return haltedPage(frame, link, did);
  const chosen = (methods.find(({ kind }) => kind === method) ?? methods[0])?.kind as MethodKind;
  const { cancelUrl } = link;
  return {
    status: 200,
    html: paymentPage({
      frame,
      link: { ...link, methods },
      chosen,
      view: newView(ids, clock()),
      paid: did.paid,
      short: did.short,
      cancelUrl,
    }),
  };
}

/** Explains that payment is interrupted and will be possible again. */
function haltedPage(frame: CheckoutFrame, link: Link, { paid, short = [] }: BrowserActivity): DocumentReply {
  const again = pathIn(frame, linkPath(link.pageToken));
  if (paid || short.length > 0) return paidPage(frame, 'halted', { paid, short }, again);
  return linkStatePage(frame, link, 'halted', again);
}

const nothing: BrowserActivity = { hasOpenAttempt: false };

/** Explains why a submission started nothing. A buyer who was refused because of too many attempts can try again. */
export async function notPayablePage(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  { frame, link, browser, short }: Refused,
  reason: NotPayable | 'methodFailed' | 'halted',
): Promise<DocumentReply> {
  if (reason === 'unavailable') return linkStatePage(frame, link, reason);
  const isForNow = reason === 'busy' || reason === 'methodFailed' || reason === 'halted';
  const again = isForNow ? pathIn(frame, linkPath(link.pageToken)) : undefined;
  if (short) return paidPage(frame, reason, { short: [short] }, again);
  if (isForNow) return linkStatePage(frame, link, reason, again);
  return endedPage(runtime, frame, link, reason, await whatBrowserDid(runtime.store, link, browser));
}

/** Details of a submission that started nothing. */
interface Refused {
  readonly frame: CheckoutFrame;
  readonly link: Link;
  /** The browser's cookie, or the id of the view that was submitted. */
  readonly browser: string;
  /** The partly received payment whose rest the buyer wanted to pay. */
  readonly short?: Payment | undefined;
}

/**
 * Explains why a link cannot be paid. The text depends on whether the browser has paid all or part of it, found all
 * places taken, or neither.
 */
async function endedPage(
  { clock, store }: Pick<Runtime, 'clock' | 'store'>,
  frame: CheckoutFrame,
  link: Link,
  reason: Exclude<NotPayable, 'unavailable'>,
  { paid, short = [] }: BrowserActivity,
): Promise<DocumentReply> {
  if (paid || short.length > 0) return paidPage(frame, reason, { paid, short });
  const until = reason === 'full' ? await firstPlaceHeldUntil(store, link, clock()) : undefined;
  if (until !== undefined) return statePage({ frame, state: 'taken', expiresAt: until });
  return linkStatePage(frame, link, reason);
}

/** Explains why a link cannot be paid. For a suspended organization it shows nothing, not even the name. */
export function linkStatePage(
  frame: CheckoutFrame,
  { expiresAt }: Link,
  state: PageState,
  again?: string,
): DocumentReply {
  const shown = state === 'unavailable' ? { ...frame, organization: undefined } : frame;
  return statePage({ frame: shown, state, expiresAt, again });
}
