import { defineOperation } from '../../shared/contract/operation.ts';
import { adjust } from '../../shared/operations/moves/adjust.ts';
import { moveMoney } from '../../shared/operations/proposals/move-money.ts';

export const operation = defineOperation({
  name: adjust.name,
  summary: 'Correct a balance with a ledger row; the balance never goes below zero',
  audit: 'balance.adjust',
  input: adjust.input,
  idempotency: 'required',
  movesMoney: true,
  handle: (call) => moveMoney(call, adjust),
});
