import type { Corridor, RecipientDetails } from '../../../ports/corridor.ts';
import type { FailureCode } from '../../../ports/failure-codes.ts';
import { outcomeDigits } from '../outcome-digits.ts';
import type { Timeline } from './timeline.ts';

/** Why a recipient is not created: the error returned on its creation. */
export type CreationError = 'PAYOUT_REFUSED' | 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE';

/** The sandbox's behavior for payouts to an account. */
export interface SandboxOutcome {
  readonly outcome: string;
  /** The last two digits of the account number, before any check digits, that select this outcome. */
  readonly digits: string;
  readonly description: string;
  /** Present if creating the recipient is already refused. */
  readonly error?: CreationError;
  readonly timeline: Timeline;
}

/** Long enough to see each status in a dashboard, short enough to wait for in a test. */
const STEP_MS = 2_000;
/** A refusal before any money moves comes sooner than a payment. */
const REFUSAL_MS = 1_000;

const completes: Timeline = [
  { afterMs: 0, status: 'processing' },
  { afterMs: STEP_MS, status: 'completed' },
];

function failsFromPending(failureCode: FailureCode, fundsReturned = true): Timeline {
  return [
    { afterMs: 0, status: 'pending' },
    { afterMs: REFUSAL_MS, status: 'failed', failureCode, fundsReturned },
  ];
}

function failsFromProcessing(failureCode: FailureCode, fundsReturned = true): Timeline {
  return [
    { afterMs: 0, status: 'processing' },
    { afterMs: STEP_MS, status: 'failed', failureCode, fundsReturned },
  ];
}

const completed: SandboxOutcome = {
  outcome: 'completed',
  digits: '10',
  description: 'Processing at once, completed after two seconds. Digits that are not listed do the same.',
  timeline: completes,
};

/**
 * Every outcome that an account number can select (specification, What the service does, 8; States and transitions,
 * failure codes). The digits are between 02 and 97, because IBANs of some countries cannot end with others.
 */
export const sandboxOutcomes: readonly SandboxOutcome[] = [
  completed,
  {
    outcome: 'completed_without_processing',
    digits: '11',
    description: 'Pending, then completed after two seconds; it is never processing.',
    timeline: [
      { afterMs: 0, status: 'pending' },
      { afterMs: STEP_MS, status: 'completed' },
    ],
  },
  {
    outcome: 'returned_by_bank',
    digits: '12',
    description: 'Completed, and two seconds later the bank returns it.',
    timeline: [...completes, { afterMs: 2 * STEP_MS, status: 'returned' }],
  },
  {
    outcome: 'account_invalid',
    digits: '21',
    description: 'Fails from pending: the account does not exist. The money comes back.',
    timeline: failsFromPending('account_invalid'),
  },
  {
    outcome: 'account_cannot_receive',
    digits: '22',
    description: 'Fails from pending: the account cannot accept this payment. The money comes back.',
    timeline: failsFromPending('account_cannot_receive'),
  },
  {
    outcome: 'compliance_rejected',
    digits: '23',
    description: 'Fails from pending: refused by screening after acceptance. The money does not come back.',
    timeline: failsFromPending('compliance_rejected', false),
  },
  {
    outcome: 'limit_exceeded',
    digits: '24',
    description: 'Fails from pending: above a limit of the account. The money comes back.',
    timeline: failsFromPending('limit_exceeded'),
  },
  {
    outcome: 'quote_expired',
    digits: '25',
    description: 'Fails from pending: too long between quoting and sending. The money comes back.',
    timeline: failsFromPending('quote_expired'),
  },
  {
    outcome: 'authorization_not_completed',
    digits: '26',
    description: 'Fails from pending: an authorization step was not finished. The money comes back.',
    timeline: failsFromPending('authorization_not_completed'),
  },
  {
    outcome: 'failed_after_processing',
    digits: '30',
    description: 'Processing, then the bank says that the account cannot accept it. The money comes back.',
    timeline: failsFromProcessing('account_cannot_receive'),
  },
  {
    outcome: 'execution_failed_funds_returned',
    digits: '31',
    description: 'Processing, then failed without an established cause. The money comes back.',
    timeline: failsFromProcessing('execution_failed'),
  },
  {
    outcome: 'execution_failed_funds_kept',
    digits: '32',
    description: 'Processing, then failed without an established cause. The money does not come back.',
    timeline: failsFromProcessing('execution_failed', false),
  },
  {
    outcome: 'unknown_funds_returned',
    digits: '33',
    description: 'Processing, then failed for no specific cause. The money comes back.',
    timeline: failsFromProcessing('unknown'),
  },
  {
    outcome: 'unknown_funds_kept',
    digits: '34',
    description: 'Processing, then failed for no specific cause. The money does not come back.',
    timeline: failsFromProcessing('unknown', false),
  },
  {
    outcome: 'screening_refused',
    digits: '51',
    description: 'Screening refuses the recipient, which is stored as blocked. No payout to it is accepted.',
    error: 'PAYOUT_REFUSED',
    // No payout gets this far; if one did, nothing would be paid.
    timeline: failsFromPending('compliance_rejected', false),
  },
  {
    outcome: 'registration_unavailable',
    digits: '52',
    description: 'The account cannot be registered, every time it is tried. Nothing is saved.',
    error: 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE',
    timeline: failsFromPending('account_cannot_receive'),
  },
];

/** @throws Error if there is none with this name */
export function outcomeNamed(name: string): SandboxOutcome {
  const found = sandboxOutcomes.find(({ outcome }) => outcome === name);
  if (!found) throw new Error(`the sandbox has no outcome ${name}`);
  return found;
}

/** The outcome that an account selects. @param details normalized by `checkRecipientDetails` */
export function outcomeOfAccount(corridor: Corridor, details: RecipientDetails): SandboxOutcome {
  const digits = outcomeDigits(corridor, details);
  return sandboxOutcomes.find((candidate) => candidate.digits === digits) ?? completed;
}
