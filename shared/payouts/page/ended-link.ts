import { ServiceError } from '../../ground/errors/service-error.ts';
import type { LaterView, UnusableView } from '../links/claims/claim-results.ts';

/** Long enough for a rail to recover or a balance to be topped up. A payee does not wait on the page. */
const retryAfterSeconds = 15 * 60;

/** The link cannot be claimed now. Its creator is told the reason. */
export function claimLater(): ServiceError {
  const detail = 'this payout cannot be made now; the link stays open, and nothing was sent';
  return new ServiceError('PAYOUT_LINKS_UNAVAILABLE', detail, {
    retryAfterSeconds,
    resolution: 'Open the link again later. Nothing has to be asked of whoever sent it.',
  });
}

/**
 * @throws ServiceError PAYOUT_LINKS_UNAVAILABLE, PAYOUT_LINK_UNUSABLE: the answer to a form that cannot claim anything
 */
export function refuseSubmission({ kind }: LaterView | UnusableView): never {
  if (kind === 'later') throw claimLater();
  throw new ServiceError('PAYOUT_LINK_UNUSABLE', 'the payout link has expired, was claimed, or cannot be paid');
}
