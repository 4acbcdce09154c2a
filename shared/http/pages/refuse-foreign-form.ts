import { ServiceError } from '../../ground/errors/service-error.ts';
import { header, type RequestState } from '../request-state.ts';
import type { Step } from '../step.ts';

/**
 * Refuses a form that another site's page sends: it would act with the cookie of whoever looks at that page. Every
 * browser sends one of the two headers with a form; a client that sends neither is no browser and has no cookie to abuse.
 * Sibling domains are refused too, because others may run them.
 * @throws ServiceError FORBIDDEN
 */
export const refuseForeignForm: Step = (state, { endpoint, runtime }) => {
  if (endpoint.method === 'GET') return;
  const site = header(state, 'sec-fetch-site');
  if (site === 'same-origin') return;
  // `none` is a reload by hand; older browsers say nothing. Either repeats the origin of whatever page sent the form.
  const isUnknown = site === undefined || site === 'none';
  if (isUnknown && isOwnOrigin(state, runtime.pagesUrl)) return;
  throw new ServiceError('FORBIDDEN', 'the form was sent from another site');
};

/** Whether the origin is the pages' configured one, or the address that the browser called directly. */
function isOwnOrigin(state: RequestState, pagesUrl: string | undefined): boolean {
  const origin = header(state, 'origin');
  if (origin === undefined) return true;
  const pages = URL.parse(pagesUrl ?? '');
  const called = `${pages?.protocol ?? 'https:'}//${header(state, 'host')}`;
  return origin === pages?.origin || origin === called;
}
