import { accountFieldOf } from '../../corridors/catalog/find-corridor.ts';
import { checkRecipientDetails } from '../../corridors/catalog/recipient-details.ts';
import type { FieldFault } from '../../ground/errors/service-error.ts';
import type { BankCorridor, RecipientDetails } from '../../ports/corridor.ts';
import { listPayoutScenarios } from '../../providers/sandbox/payouts/list-payout-scenarios.ts';
import { notTestAccount } from './fault-texts.ts';

/** An account that the sandbox accepts. */
export interface TestAccount {
  /** The value of its account field. */
  readonly account: string;
  /** The outcome of a payout to it, in English, as in `GET P/sandbox/scenarios`. */
  readonly description: string;
}

/** The accounts that the sandbox lists for a corridor. */
export function testAccountsOf(corridor: BankCorridor): TestAccount[] {
  return listPayoutScenarios([corridor]).map(({ recipientDetails, description }) => ({
    account: recipientDetails[corridor.accountField] ?? '',
    description,
  }));
}

/**
 * In test mode people might enter their own account and wait for money that never comes. The page therefore accepts
 * only the listed accounts and the corridor's own example.
 */
export function refuseRealAccount(corridor: BankCorridor, typed: RecipientDetails): FieldFault[] {
  const { accountField } = corridor;
  const checked = checkRecipientDetails(corridor, typed);
  // An invalid account has its own fault.
  if ('issues' in checked) return [];
  const example = accountFieldOf(corridor)?.example;
  const account = checked.details[accountField];
  const isListed = account === example || testAccountsOf(corridor).some((listed) => listed.account === account);
  const message = 'in test mode only listed accounts are taken';
  return isListed ? [] : [{ path: `recipientDetails.${accountField}`, message, code: notTestAccount }];
}
