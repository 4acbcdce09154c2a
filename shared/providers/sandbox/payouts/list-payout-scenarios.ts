import type { BankCorridor, RecipientDetails } from '../../../ports/corridor.ts';
import type { FailureCode } from '../../../ports/failure-codes.ts';
import { type CreationError, type SandboxOutcome, sandboxOutcomes } from './outcomes.ts';
import { scenarioDetails } from './scenario-details.ts';
import { lastStep } from './timeline.ts';

/** One row of `GET P/sandbox/scenarios`. */
export interface PayoutScenario {
  readonly corridorId: string;
  readonly country: string;
  readonly currency: string;
  readonly outcome: string;
  readonly description: string;
  /** The payout's final status in orders. Absent if the recipient is not created. */
  readonly status?: 'completed' | 'failed' | 'returned';
  /** This and `fundsReturned` are present if the status is `failed` or `returned`. */
  readonly failureCode?: FailureCode;
  readonly fundsReturned?: boolean;
  /** The error returned on creating the recipient. Absent if the recipient is created. */
  readonly error?: CreationError;
  /** Complete and valid. Send it unchanged as `method.recipientDetails`. */
  readonly recipientDetails: RecipientDetails;
}

type Ending = Pick<PayoutScenario, 'status' | 'failureCode' | 'fundsReturned' | 'error'>;

function endingOf({ error, outcome, timeline }: SandboxOutcome): Ending {
  if (error) return { error };
  const end = lastStep(timeline);
  switch (end.status) {
    case 'completed':
      return { status: 'completed' };
    case 'returned':
      return { status: 'returned', failureCode: 'returned_by_bank', fundsReturned: true };
    case 'failed':
      return { status: 'failed', failureCode: end.failureCode, fundsReturned: end.fundsReturned };
    default:
      throw new Error(`outcome ${outcome} never ends`);
  }
}

function scenario(corridor: BankCorridor, outcome: SandboxOutcome): PayoutScenario {
  const { corridorId, country, currency } = corridor;
  return {
    corridorId,
    country,
    currency,
    outcome: outcome.outcome,
    description: outcome.description,
    ...endingOf(outcome),
    recipientDetails: scenarioDetails(corridor, outcome.digits),
  };
}

/** Every outcome on every corridor, with an account that causes it (specification, What the service does, 8). */
export function listPayoutScenarios(catalog: readonly BankCorridor[]): PayoutScenario[] {
  return catalog.flatMap((corridor) => sandboxOutcomes.map((outcome) => scenario(corridor, outcome)));
}
