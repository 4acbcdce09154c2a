import { ServiceError, validationError } from '../../ground/errors/service-error.ts';
import type { RecipientDetails } from '../../ports/corridor.ts';
import type { Mode } from '../../ports/runtime.ts';
import { isTestBic } from '../catalog/fields/bic.ts';
import { findCorridor } from '../catalog/find-corridor.ts';
import { checkRecipientDetails } from '../catalog/recipient-details.ts';
import type { RoutedCorridor } from '../catalog/served-corridors.ts';
import { accountKeys, type FoundBy } from './lookups.ts';
import { railNameOf } from './rail-name.ts';
import type { methodKinds, Recipient } from './recipient.ts';

export interface RecipientRequest {
  readonly type: Recipient['type'];
  readonly name: string;
  readonly country: string;
  readonly externalId?: string | undefined;
  readonly endUserId?: string | undefined;
  readonly method: {
    readonly kind: (typeof methodKinds)[number];
    readonly currency: string;
    readonly recipientDetails: Readonly<Record<string, string>>;
  };
}

/** A request whose details its corridor accepts. */
export interface Candidate {
  readonly request: RecipientRequest;
  readonly corridor: RoutedCorridor;
  /** The name as the corridor's rail takes it. */
  readonly railName: string;
  /** Normalized: no spaces, upper case where it counts. */
  readonly details: Record<string, string>;
  readonly foundBy: FoundBy;
}

/**
 * The sandbox has no wallets to pay (specification, Errors).
 * @throws ServiceError CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX
 */
export function refuseCryptoInSandbox(mode: Mode, { method }: RecipientRequest): void {
  if (mode === 'live' || method.kind !== 'crypto') return;
  throw new ServiceError(
    'CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX',
    'method.kind: test keys cannot pay crypto recipients',
  );
}

/**
 * Checks a recipient's details against its corridor (specification, Create a recipient, 400).
 * @throws ServiceError VALIDATION_ERROR naming each faulty field
 */
export function checkCandidate(corridors: readonly RoutedCorridor[], mode: Mode, request: RecipientRequest): Candidate {
  const { country, method } = request;
  const corridor = findCorridor(corridors, { country, currency: method.currency, kind: method.kind });
  if (!corridor) {
    const message = `no corridor pays ${method.currency} in ${country}`;
    throw validationError(
      [{ path: 'method.currency', message, code: 'unsupported_corridor' }],
      'Send a country and a currency that GET …/corridors lists together.',
    );
  }
  const checked = checkRecipientDetails(corridor, method.recipientDetails);
  if ('issues' in checked) throw validationError(checked.issues);
  if (mode === 'live') refuseTestBic(checked.details);
  const railName = railNameOf(corridor, request.name);
  const foundBy = { externalId: request.externalId, accounts: accountKeys(corridor, checked.details) };
  return { request, corridor, railName, details: checked.details, foundBy };
}

function refuseTestBic({ bankCode }: RecipientDetails): void {
  if (bankCode === undefined || !isTestBic(bankCode)) return;
  const message = 'Bank code is a BIC for tests: no bank can be paid under it';
  throw validationError([{ path: 'method.recipientDetails.bankCode', message, code: 'test_bic' }]);
}
