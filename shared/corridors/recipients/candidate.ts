import { ServiceError, validationError } from '../../ground/errors/service-error.ts';
import { sha256Hex } from '../../ground/signatures/canonical.ts';
import type { Corridor } from '../../ports/corridor.ts';
import type { Mode } from '../../ports/runtime.ts';
import { accountIdentity } from '../catalog/account-identity.ts';
import { findCorridor } from '../catalog/catalog.ts';
import { checkRecipientDetails } from '../catalog/recipient-details.ts';
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
  readonly corridor: Corridor;
  /** Normalized: no spaces, upper case where it counts. */
  readonly details: Record<string, string>;
  /** Key of the account's lookup row; a hash, so that no key shows an account number. */
  readonly account: string;
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
export function checkCandidate(corridors: readonly Corridor[], request: RecipientRequest): Candidate {
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
  const account = sha256Hex(`${corridor.currency}\n${accountIdentity(corridor, checked.details)}`);
  return { request, corridor, details: checked.details, account };
}
