import { type Command, textOf } from './command.ts';

/** The proposal that is to be confirmed, of what `show` answers. */
function proposalIn(result: unknown, { proposalId }: Readonly<Record<string, unknown>>): unknown {
  const { proposals } = result as { readonly proposals: readonly { readonly proposalId: string }[] };
  return proposals.find((one) => one.proposalId === proposalId);
}

/** Commands that move money. */
export const moneyCommands: Readonly<Record<string, Command>> = {
  adjust: {
    summary: 'correct a balance by a ledger row; never below zero',
    positionals: ['ORGANIZATION', 'credit|debit', 'AMOUNT', 'CURRENCY'],
    options: { reason: { type: 'string' } },
    help: '  --reason TEXT        stands in the ledger, where the organization reads it\n',
    input: ([organizationId, direction, amount, currency], values) => ({
      organizationId,
      direction,
      amount,
      currency,
      reason: textOf(values, 'reason'),
    }),
    intent: ({ organizationId, direction, amount, currency, reason }) =>
      `${direction} ${amount} ${currency} ${direction === 'debit' ? 'from' : 'to'} ${organizationId}: ${reason}`,
    keyed: true,
  },
  confirm: {
    summary: 'execute what another operator proposed, after it was shown, or reject it',
    positionals: ['ORGANIZATION', 'PROPOSAL'],
    options: { reject: { type: 'boolean' } },
    help: '  --reject             end it instead; who proposed it may do that too\n',
    input: ([organizationId, proposalId], values) => ({
      organizationId,
      proposalId,
      decision: values.reject === true ? 'reject' : 'execute',
    }),
    preview: { operation: 'show', input: ({ organizationId }) => ({ organizationId }), shown: proposalIn },
    intent: ({ organizationId, proposalId, decision }) => `${decision} the proposal ${proposalId} of ${organizationId}`,
  },
  'credit-deposit': {
    summary: 'credit a bank transfer; one that is short is held until it is accepted in the dashboard',
    positionals: ['ORGANIZATION', 'AMOUNT', 'CURRENCY'],
    options: { 'external-id': { type: 'string' }, expected: { type: 'string' }, reference: { type: 'string' } },
    help: `  --external-id ID     the bank's id of the transfer: credited once, ever
  --expected AMOUNT    what was to come in; a smaller amount is held
  --reference TEXT     the sender's
`,
    input: ([organizationId, amount, currency], values) => ({
      organizationId,
      amount,
      currency,
      externalId: textOf(values, 'external-id'),
      expected: textOf(values, 'expected'),
      reference: textOf(values, 'reference'),
    }),
    intent: ({ organizationId, amount, currency, externalId, expected }) =>
      `credit ${amount} ${currency} to ${organizationId} for the transfer ${externalId}${expected ? `, of ${expected} that were expected` : ''}`,
  },
  'credit-payment': {
    summary: 'credit a bank transfer to the checkout payment that has its reference',
    positionals: ['ORGANIZATION', 'AMOUNT', 'CURRENCY'],
    options: { reference: { type: 'string' }, 'external-id': { type: 'string' } },
    help: `  --reference TEXT     what the buyer wrote on the transfer: the payment reference RF… is found in it
  --external-id ID     the bank's id of the transfer: credited once, ever
`,
    input: ([organizationId, amount, currency], values) => ({
      organizationId,
      amount,
      currency,
      reference: textOf(values, 'reference'),
      externalId: textOf(values, 'external-id'),
    }),
    intent: ({ organizationId, amount, currency, reference, externalId }) =>
      `credit ${amount} ${currency} to the payment ${reference} of ${organizationId} for the transfer ${externalId}`,
  },
};
