import { accountFieldOf } from '../../corridors/catalog/find-corridor.ts';
import { checkRecipientDetails } from '../../corridors/catalog/recipient-details.ts';
import type { FieldFault } from '../../ground/errors/service-error.ts';
import type { BankCorridor, RecipientDetails } from '../../ports/corridor.ts';
import { listPayoutScenarios } from '../../providers/sandbox/payouts/list-payout-scenarios.ts';
import { notTestAccount } from './fault-texts.ts';

/** An account that the sandbox takes. */
export interface TestAccount {
  /** What its account field holds. */
  readonly account: string;
  /** What becomes of a payout to it, in English, as `GET P/sandbox/scenarios` says it. */
  readonly description: string;
}

/** The accounts of a corridor that the sandbox lists. */
export function testAccountsOf(corridor: BankCorridor): TestAccount[] {
  return listPayoutScenarios([corridor]).map(({ recipientDetails, description }) => ({
    account: recipientDetails[corridor.accountField] ?? '',
    description,
  }));
}

/**
 * In test mode somebody may enter an account of their own, and wait for money that never comes. So the page takes the accounts that are
 * listed, and the corridor's own example, and no other.
 */
export function refuseRealAccount(corridor: BankCorridor, typed: RecipientDetails): FieldFault[] {
  const { accountField } = corridor;
  const checked = checkRecipientDetails(corridor, typed);
  // What is wrong is told by its own fault.
  if ('issues' in checked) return [];
  const example = accountFieldOf(corridor)?.example;
  const account = checked.details[accountField];
  const isListed = account === example || testAccountsOf(corridor).some((listed) => listed.account === account);
  const message = 'in test mode only listed accounts are taken';
  return isListed ? [] : [{ path: `recipientDetails.${accountField}`, message, code: notTestAccount }];
}
