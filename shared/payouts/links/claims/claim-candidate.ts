import { canonicalJson } from '../../../approvals/content.ts';
import { label } from '../../../contract/fields.ts';
import type { RoutedBankCorridor } from '../../../corridors/catalog/served-corridors.ts';
import { type Candidate, checkCandidate } from '../../../corridors/recipients/candidate.ts';
import { type FieldFault, ServiceError } from '../../../ground/errors/service-error.ts';
import { sha256Hex } from '../../../ground/signatures/canonical.ts';
import type { Mode } from '../../../ports/runtime.ts';
import type { PayoutLink } from '../payout-link.ts';
import type { ClaimDetails, FaultyClaim } from './claim-results.ts';

/** A payee with a bank account. Links do not pay wallets. */
export interface ClaimCandidate extends Candidate {
  readonly request: Candidate['request'] & { readonly country: string };
}

const Name = label(140);

/**
 * Checks a payee's input with the same rules as an organization's registration of a recipient.
 * @param corridors the ones that the page offers
 */
export function candidateOf(
  link: Pick<PayoutLink, 'payeeName' | 'given'>,
  corridors: readonly RoutedBankCorridor[],
  mode: Mode,
  details: ClaimDetails,
): { readonly candidate: ClaimCandidate } | FaultyClaim {
  const { country, corridorId, type, recipientDetails } = details;
  const corridor = corridors.find((one) => one.corridorId === corridorId && one.country === country);
  if (!corridor) return faultyClaim([{ path: 'country', message: 'cannot be paid', code: 'unsupported_corridor' }]);
  const name = Name.safeParse(link.payeeName ?? details.name);
  const nameFaults = name.success ? [] : [nameFault(name.error.issues[0]?.message)];
  const { endUserId } = link.given;
  const request = {
    type,
    name: name.success ? name.data : placeholder,
    country,
    endUserId,
    method: { kind: corridor.methodKind, currency: corridor.currency, recipientDetails },
  };
  try {
    const candidate = { ...checkCandidate([corridor], mode, request), request };
    return nameFaults.length > 0 ? faultyClaim(nameFaults) : { candidate };
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.errors) throw error;
    return faultyClaim([...nameFaults, ...error.errors]);
  }
}

/** Replaces a faulty name, so that the faults of the other fields are found at the same time. */
const placeholder = 'A';

function nameFault(message = 'is not a name'): FieldFault {
  return { path: 'name', message, code: 'invalid_format' };
}

function ofForm({ path, ...fault }: FieldFault): FieldFault {
  return { ...fault, path: path.replace(/^method\./, '') };
}

/** Faults of a recipient, with the field names of the form. */
export function faultyClaim(faults: readonly FieldFault[]): FaultyClaim {
  return { kind: 'faulty', faults: faults.map(ofForm) };
}

/** What a sealed price was made for, regardless of how the details were written. */
export function hashOfCandidate({ request, corridor, details }: Candidate): string {
  const { type, name, country } = request;
  return sha256Hex(canonicalJson({ type, name, country, corridorId: corridor.corridorId, details }));
}
