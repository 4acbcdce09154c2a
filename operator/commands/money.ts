import { type Command, textOf } from './command.ts';

/** The proposal that is to be confirmed, of what `show` answers. */
function proposalIn(result: unknown, { proposalId }: Readonly<Record<string, unknown>>): unknown {
  const { proposals } = result as { readonly proposals: readonly { readonly proposalId: string }[] };
  return proposals.find((one) => one.proposalId === proposalId);
}

/** Commands that move money. */
export const moneyCommands: Readonly<Record<string, Command>> = {
  adjust: {
    summary: 'correct a balance with a ledger row; the balance never goes below zero',
    positionals: ['ORGANIZATION', 'credit|debit', 'AMOUNT', 'CURRENCY'],
    options: { reason: { type: 'string' } },
    help: '  --reason TEXT        shown in the ledger, where the organization can read it\n',
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
    summary: 'show and execute what another operator proposed, or reject it',
    positionals: ['ORGANIZATION', 'PROPOSAL'],
    options: { reject: { type: 'boolean' } },
    help: '  --reject             reject the proposal; the operator who made it can do this, too\n',
    input: ([organizationId, proposalId], values) => ({
      organizationId,
      proposalId,
      decision: values.reject === true ? 'reject' : 'execute',
    }),
    preview: { operation: 'show', input: ({ organizationId }) => ({ organizationId }), shown: proposalIn },
    intent: ({ organizationId, proposalId, decision }) => `${decision} the proposal ${proposalId} of ${organizationId}`,
  },
  'credit-deposit': {
    summary:
      'credit a bank transfer; a transfer below the expected amount is held until it is accepted in the dashboard',
    positionals: ['ORGANIZATION', 'AMOUNT', 'CURRENCY'],
    options: { 'external-id': { type: 'string' }, expected: { type: 'string' }, reference: { type: 'string' } },
    help: `  --external-id ID     the bank's id of the transfer; it is credited only once
  --expected AMOUNT    the expected amount; a smaller transfer is held
  --reference TEXT     the sender's reference
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
      `credit ${amount} ${currency} to ${organizationId} for the transfer ${externalId}${expected ? `, of ${expected} expected` : ''}`,
  },
  'credit-payment': {
    summary: 'credit a bank transfer to the checkout payment with the matching reference',
    positionals: ['ORGANIZATION', 'AMOUNT', 'CURRENCY'],
    options: { reference: { type: 'string' }, 'external-id': { type: 'string' } },
    help: `  --reference TEXT     the buyer's text on the transfer; it must contain the payment reference RF…
  --external-id ID     the bank's id of the transfer; it is credited only once
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
