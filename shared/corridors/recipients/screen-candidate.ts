import { ServiceError } from '../../ground/errors/service-error.ts';
import type { RailCapabilities, Runtime } from '../../ports/runtime.ts';
import { type Screening, ScreeningUnavailable } from '../../ports/screening.ts';
import type { Candidate } from './candidate.ts';
import { type NamedSubject, screenNames } from './screen-names.ts';

/**
 * Asks the outside systems before the journal is read. Screening comes first: only an account that it cleared is
 * registered with the provider.
 */
export async function screenCandidate(
  { log }: Pick<Runtime, 'log'>,
  { screening, registration }: RailCapabilities['screening'],
  candidate: Candidate,
) {
  const { request, corridor, railName, details } = candidate;
  const subject = {
    name: railName,
    country: request.country,
    recipientDetails: details,
    corridorId: corridor.corridorId,
    ...(corridor.wallet && { walletAddress: details.address }),
  };
  if ((await screenPayee(log, screening, { ...subject, name: request.name, railName })) === 'refused')
    return 'blocked' as const;
  if ((await registration[corridor.rail]?.register(subject)) === 'registered') return 'active' as const;
  throw new ServiceError(
    'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE',
    'the account could not be registered; nothing was saved',
  );
}

/** A recipient in doubt is not registered: if screening gives no answer, the caller must try again. */
export async function screenPayee(log: Runtime['log'], screening: Screening, subject: NamedSubject) {
  try {
    return await screenNames(screening, subject);
  } catch (error) {
    if (!(error instanceof ScreeningUnavailable)) throw error;
    log.error(error.message, error);
    const detail = 'the recipient could not be checked now; nothing was saved';
    throw new ServiceError('PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE', detail, { cause: error });
  }
}
