import type { DocumentReply } from '../../../../contract/page-rules.ts';
import { refuseUnknown } from '../../../../ground/table/known-values.ts';
import type { Organization } from '../../../../identity/organization.ts';
import type { Execution } from '../../../../journal/commit/execution.ts';
import { addressIn, pathIn } from '../../../../pages/paths.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import type { Attempt } from '../../../attempts/attempt.ts';
import { networkHash } from '../../../attempts/attempt-counts.ts';
import { type Link, LinkEntity } from '../../../links/link.ts';
import { type CheckoutPageRequest, frameOf } from '../../../page/frame-of.ts';
import { attemptPath, cancelPath, linkPath } from '../../../page/paths.ts';
import { forwardPage } from '../../../page/result-page.ts';
import { linkStatePage, notPayablePage } from '../../../page/show-checkout-link.ts';
import { AcquirerSilent } from '../../../payments/ask-acquirer.ts';
import { createAttempt, type Opened } from '../payments/create-attempt.ts';
import { settleAttempt } from '../payments/settle-attempt.ts';

export interface CardRequest extends CheckoutPageRequest {
  readonly link: Link;
  readonly organization: Organization;
  /** The browser's cookie, or the id of the view that it submitted. */
  readonly browser: string;
  /** Source network as `networkOf` writes it. */
  readonly sourceNetwork: string;
}

/** Answers "Pay by card": redirects to the card page of the browser's attempt, or explains why there is none. */
export async function payByCard(
  runtime: Runtime<'cards' | 'pages'>,
  request: CardRequest,
  execution: Execution,
): Promise<DocumentReply> {
  const { link, browser, sourceNetwork } = request;
  refuseUnknown(LinkEntity, link);
  const frame = frameOf(request, link, linkPath(link.pageToken));
  const { organizationId, linkId } = link;
  const network = networkHash(link, sourceNetwork);
  const returnTo = (token: string) => ({
    successUrl: `${runtime.pagesUrl ?? ''}${pathIn(frame, attemptPath(token))}`,
    cancelUrl: `${runtime.pagesUrl ?? ''}${pathIn(frame, cancelPath(token))}`,
  });
  const open = () => createAttempt(runtime, { organizationId, linkId, browser, network, returnTo }, execution);
  const opened = await openAnew(runtime, await open(), open);
  if ('url' in opened) return { redirect: addressIn(frame, opened.url) };
  if ('waiting' in opened) return lookAtAttempt(frame, opened.waiting);
  if ('known' in opened) {
    const { status, url } = opened.known;
    return status === 'open' && url ? { redirect: addressIn(frame, url) } : lookAtAttempt(frame, opened.known);
  }
  if ('refused' in opened) return linkStatePage(frame, link, 'methodFailed', pathIn(frame, frame.path));
  return notPayablePage(runtime, { frame, link, browser }, opened.notPayable);
}

/**
 * The attempt that the browser started may have ended in the meantime. If it was paid, nothing is charged again; if it
 * was closed, a new one is started.
 */
async function openAnew(
  runtime: Runtime<'cards' | 'pages'>,
  opened: Opened,
  open: () => Promise<Opened>,
): Promise<Opened> {
  if (!('known' in opened)) return opened;
  const known = await settleAttempt(runtime, opened.known).catch((error: unknown) => {
    if (error instanceof AcquirerSilent) return opened.known;
    throw error;
  });
  return known.status === 'closed' ? open() : { known };
}

/**
 * This is not a redirect, because the attempt's page may lead on to the merchant, and the content security policy of a
 * page with a form forbids such a redirect.
 */
function lookAtAttempt(frame: ReturnType<typeof frameOf>, { pageToken }: Pick<Attempt, 'pageToken'>): DocumentReply {
  return { status: 200, html: forwardPage(frame, pathIn(frame, attemptPath(pageToken))) };
}
