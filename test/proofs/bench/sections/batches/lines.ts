import type { PayoutRequest } from '../../../../../shared/payouts/payout/payout-request.ts';
import { setControls } from '../../../../shared/journal/commit/support.ts';
import { type Customer, newRecipient } from '../../service/customer.ts';
import type { LambdaProcess } from '../../service/fleet.ts';
import { type Request, succeed } from '../../service/request.ts';

/** Whom a cap for each end user counts: nobody, as there is none; one for each line; or that one and the recipient's own. */
export type EndUsers = 'uncapped' | 'named' | 'named and own';

interface Sort {
  readonly lines: number;
  readonly endUsers: EndUsers;
}

type Line = Pick<PayoutRequest, 'amount' | 'destinationAccountId' | 'reference' | 'endUserId'>;

/** Sets the cap. @returns the accounts that the lines pay, one after another */
export async function preparePayees(
  process: LambdaProcess,
  customer: Customer,
  { lines, endUsers }: Sort,
): Promise<string[]> {
  if (endUsers === 'uncapped') return [customer.destinationAccountId];
  await setControls(process.runtime, customer.organizationId, { limits: { perEndUserDaily: 1_000_000_00n } });
  if (endUsers === 'named') return [customer.destinationAccountId];
  const accounts: string[] = [];
  for (let made = 0; made < lines; made += 1) {
    const recipient = { ...newRecipient(), endUserId: `owner ${made}` };
    const { body } = await succeed(process, customer, { operation: 'createRecipient', body: recipient });
    accounts.push(body.methods[0].destinationAccountId);
  }
  return accounts;
}

/** The request that submits a run of lines of 10.00 each. */
export function runRequest(accounts: readonly string[], { lines, endUsers }: Sort): Request {
  const items = Array.from({ length: lines }, (_, index): Line => {
    const destinationAccountId = accounts[index % accounts.length] ?? '';
    const line = { amount: '10.00', destinationAccountId, reference: `line ${index}` };
    return endUsers === 'uncapped' ? line : { ...line, endUserId: `named ${index}` };
  });
  return { operation: 'createPayoutBatch', body: { externalReferenceId: 'run', items } };
}
