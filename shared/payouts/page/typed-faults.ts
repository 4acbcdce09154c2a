import { checkRecipientDetails } from '../../corridors/catalog/recipient-details.ts';
import type { FieldFault } from '../../ground/errors/service-error.ts';
import type { BankCorridor } from '../../ports/corridor.ts';
import { faultsOfName, type Typed } from './claim-form.ts';
import { refuseRealAccount } from './test-accounts.ts';

/** The parts of a claim that determine how it is checked. */
interface Rules {
  readonly corridor: BankCorridor;
  /** The page does not ask for a name that the organization has given. */
  readonly payeeName?: string | undefined;
  readonly livemode: boolean;
}

/** Every fault of the input that can be found without calling anyone, so that all of them are shown at once. */
export function faultsOfTyped({ name, recipientDetails }: Typed, rules: Rules): FieldFault[] {
  const { corridor, payeeName, livemode } = rules;
  return [
    ...(payeeName === undefined ? faultsOfName(name) : []),
    ...faultsOfAccount(corridor, recipientDetails),
    ...(livemode ? [] : refuseRealAccount(corridor, recipientDetails)),
  ];
}

function faultsOfAccount(corridor: BankCorridor, details: Typed['recipientDetails']): FieldFault[] {
  const checked = checkRecipientDetails(corridor, details);
  if (!('issues' in checked)) return [];
  return checked.issues.map((fault) => ({ ...fault, path: fault.path.replace('method.', '') }));
}
