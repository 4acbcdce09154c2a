import { validationError } from '../../ground/errors/service-error.ts';
import type { RecipientDetails } from '../../ports/corridor.ts';
import type { Mode } from '../../ports/runtime.ts';
import { isTestBic } from '../catalog/fields/bic.ts';
import { findCorridor } from '../catalog/find-corridor.ts';
import { checkRecipientDetails } from '../catalog/recipient-details.ts';
import type { RoutedCorridor } from '../catalog/served-corridors.ts';
import { accountKeys, type FoundBy } from './lookups.ts';
import { railNameOf } from './rail-name.ts';
import type { methodKinds, Recipient } from './recipient.ts';
import { walletCorridor } from './wallet-corridor.ts';

export interface RecipientRequest {
  readonly type: Recipient['type'];
  readonly name: string;
  /** ISO 3166 alpha-2 code. A wallet needs none. */
  readonly country?: string | undefined;
  readonly externalId?: string | undefined;
  readonly endUserId?: string | undefined;
  readonly method: {
    readonly kind: (typeof methodKinds)[number];
    readonly currency: string;
    readonly recipientDetails: Readonly<Record<string, string>>;
    /** The complete address once more, if another wallet looks like it. */
    readonly confirmAddress?: string | undefined;
  };
}

/** A request with details that its corridor accepts. */
export interface Candidate {
  readonly request: RecipientRequest;
  readonly corridor: RoutedCorridor;
  /** The name in the form that the corridor's rail accepts. */
  readonly railName: string;
  /** Normalized: no spaces, and upper case where case is insignificant. */
  readonly details: Record<string, string>;
  readonly foundBy: FoundBy;
}

/**
 * Checks a recipient's details against its corridor (specification, Create a recipient, 400).
 * @throws ServiceError VALIDATION_ERROR naming each faulty field
 */
export function checkCandidate(corridors: readonly RoutedCorridor[], mode: Mode, request: RecipientRequest): Candidate {
  const { method } = request;
  const corridor = corridorOf(corridors, request);
  const checked = checkRecipientDetails(corridor, method.recipientDetails);
  if ('issues' in checked) throw validationError(checked.issues);
  if (mode === 'live') refuseTestBic(checked.details);
  const railName = railNameOf(corridor, request.name);
  const foundBy = { externalId: request.externalId, accounts: accountKeys(corridor, checked.details) };
  return { request, corridor, railName, details: checked.details, foundBy };
}

function corridorOf(corridors: readonly RoutedCorridor[], { country, method }: RecipientRequest): RoutedCorridor {
  if (method.kind === 'crypto') return walletCorridor(corridors, method);
  const corridor = findCorridor(corridors, { country, currency: method.currency });
  if (corridor) return corridor;
  const message = `no corridor pays ${method.currency} in ${country}`;
  throw validationError(
    [{ path: 'method.currency', message, code: 'unsupported_corridor' }],
    'Send a country and a currency that GET …/corridors lists together.',
  );
}

function refuseTestBic({ bankCode }: RecipientDetails): void {
  if (bankCode === undefined || !isTestBic(bankCode)) return;
  const message = 'Bank code is a test BIC: no bank can be paid with it';
  throw validationError([{ path: 'method.recipientDetails.bankCode', message, code: 'test_bic' }]);
}
