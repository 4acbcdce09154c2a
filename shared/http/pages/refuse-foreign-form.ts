import { ServiceError } from '../../ground/errors/service-error.ts';
import { header, type RequestState } from '../request-state.ts';
import type { Step } from '../step.ts';

/**
 * Refuses a form sent by another site's page, which would act with the cookie of the person viewing that page. Every
 * browser sends one of the two headers with a form. A client that sends neither is not a browser and has no cookie to
 * abuse. Sibling domains are refused too, because others may run them.
 * @throws ServiceError FORBIDDEN
 */
export const refuseForeignForm: Step = (state, { endpoint, runtime }) => {
  if (endpoint.method === 'GET') return;
  const site = header(state, 'sec-fetch-site');
  if (site === 'same-origin') return;
  // `none` means a manual reload, and older browsers do not send the header. In both cases, `Origin` names the page
  // that sent the form.
  const isUnknown = site === undefined || site === 'none';
  if (isUnknown && isOwnOrigin(state, runtime.pagesUrl)) return;
  throw new ServiceError('FORBIDDEN', 'the form was sent from another site');
};

/** Tells whether the origin is the configured origin of the pages, or the address that the browser called directly. */
function isOwnOrigin(state: RequestState, pagesUrl: string | undefined): boolean {
  const origin = header(state, 'origin');
  if (origin === undefined) return true;
  const pages = URL.parse(pagesUrl ?? '');
  const called = `${pages?.protocol ?? 'https:'}//${header(state, 'host')}`;
  return origin === pages?.origin || origin === called;
}
