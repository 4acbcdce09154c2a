import { defineOperation } from '../../shared/contract/operation.ts';
import { creditDeposit } from '../../shared/operations/moves/credit-deposit.ts';
import { moveMoney } from '../../shared/operations/proposals/move-money.ts';

export const operation = defineOperation({
  name: creditDeposit.name,
  summary: 'Credit a bank transfer. A transfer below the expected amount is held',
  audit: 'deposit.credit',
  input: creditDeposit.input,
  movesMoney: true,
  handle: (call) => moveMoney(call, creditDeposit),
});
