import { ServiceError } from '../../ground/errors/service-error.ts';
import { header, type RequestState } from '../request-state.ts';
import type { Step } from '../step.ts';

/** What a browser says of a form of this very page, and of a reload by hand. */
const own = ['same-origin', 'none'];

/**
 * Refuses a form that another site's page sends: it would act with the cookie of whoever looks at that page. Every
 * browser sends one of the two headers with a form; whoever sends neither is no browser and has no cookie to abuse.
 * Sibling domains are refused too, because others may run them.
 * @throws ServiceError FORBIDDEN
 */
export const refuseForeignForm: Step = (state, { endpoint, runtime }) => {
  if (endpoint.method === 'GET') return;
  const site = header(state, 'sec-fetch-site');
  const isOwn = site === undefined ? isOwnOrigin(state, runtime.pagesUrl) : own.includes(site);
  if (!isOwn) throw new ServiceError('FORBIDDEN', 'the form was sent from another site');
};

/** Older browsers. The pages' host is the configured one, or the one that the browser called directly. */
function isOwnOrigin(state: RequestState, pagesUrl: string | undefined): boolean {
  const origin = header(state, 'origin');
  if (origin === undefined) return true;
  const host = URL.parse(origin)?.host;
  return host !== undefined && (host === header(state, 'host') || host === URL.parse(pagesUrl ?? '')?.host);
}
