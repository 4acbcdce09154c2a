import type { DocumentReply } from '../../contract/page-rules.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { browserHash, browserOfCookie, openAttemptRead } from '../attempts/attempt.ts';
import { newView } from '../attempts/view.ts';
import { methodsOffered, type NotPayable, whyNotPayable } from '../attempts/why-not-payable.ts';
import { type Link, LinkEntity, type MethodKind } from '../links/link.ts';
import { frameOf, type PageRequest } from './frame-of.ts';
import { type Frame, pathIn } from './layout.ts';
import { linkPath } from './paths.ts';
import { paymentPage } from './payment-page.ts';
import { type PageState, statePage } from './state-page.ts';

interface LinkRequest extends PageRequest {
  readonly link: Link;
  readonly organization: Organization;
  /** Path of the link's page. */
  readonly path: string;
  readonly method?: MethodKind | undefined;
  /** The browser's cookie. */
  readonly cookie?: string | undefined;
}

/**
 * The page of a published link: what can be paid and how, or why nothing can.
 * @throws UnknownValue for a link in a state of a later release
 */
export async function showLink(
  { clock, ids, store, rails }: Pick<Runtime, 'clock' | 'ids' | 'store' | 'rails'>,
  request: LinkRequest,
): Promise<DocumentReply> {
  const { link, organization, path, method } = request;
  refuseUnknown(LinkEntity, link);
  const frame = frameOf(request, link, path, method && { method });
  const chain = rails(organization.mode)?.chain;
  const reason = whyNotPayable(link, organization, clock(), chain);
  const mayGoOn = reason === 'full' && (await hasBegun(store, request));
  if (reason && !mayGoOn) return linkStatePage(frame, link, reason);
  const methods = methodsOffered(link, chain);
  const chosen = (methods.find(({ kind }) => kind === method) ?? methods[0])?.kind as MethodKind;
  const { cancelUrl } = link;
  return {
    status: 200,
    html: paymentPage({ frame, link: { ...link, methods }, chosen, view: newView(ids, clock()), cancelUrl }),
  };
}

/** Whether the last place is the browser's own: who reloads the page or goes back to it meets the same card page. */
async function hasBegun(store: Pick<Store, 'get'>, { link, cookie }: LinkRequest): Promise<boolean> {
  if (cookie === undefined) return false;
  const { organizationId, linkId } = link;
  const browser = browserHash(browserOfCookie(cookie));
  return (await store.get(openAttemptRead({ organizationId, linkId, browser }))) !== undefined;
}

/** Why a submission began nothing. Who was told that too many did may try again. */
export function notPayablePage(frame: Frame, link: Link, reason: NotPayable): DocumentReply {
  const again = reason === 'busy' ? pathIn(frame, linkPath(link.pageToken)) : undefined;
  return linkStatePage(frame, link, reason, again);
}

/** Why a link cannot be paid. Of a suspended organization nothing is told, not even its name. */
export function linkStatePage(frame: Frame, { expiresAt }: Link, state: PageState, again?: string): DocumentReply {
  const shown = state === 'unavailable' ? { ...frame, merchant: undefined } : frame;
  return statePage({ frame: shown, state, expiresAt, again });
}
