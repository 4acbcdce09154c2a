import { ServiceError } from '../../../ground/errors/service-error.ts';
import type { Runtime } from '../../../ports/runtime.ts';

/** The address of the pages of payout links. */
export interface LinkPages {
  readonly pagesUrl: string;
}

/** @throws ServiceError PAYOUT_LINKS_UNAVAILABLE if pages have no public host */
export function refuseWithoutPages({ pagesUrl }: Pick<Runtime<'pages'>, 'pagesUrl'>): LinkPages {
  if (pagesUrl !== undefined) return { pagesUrl };
  throw new ServiceError('PAYOUT_LINKS_UNAVAILABLE', 'this environment has no public host for pages');
}

/** The address of a link's page, as it is sent to the payee. */
export function addressOf({ pagesUrl }: LinkPages, token: string): string {
  return `${pagesUrl}/p/payout/${token}`;
}
