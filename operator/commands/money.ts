import type { Command, Input } from './command.ts';

/** The proposal to confirm, from the answer of `show`. */
function proposalIn(result: unknown, { proposalId }: Input): unknown {
  const { proposals } = result as { readonly proposals: readonly { readonly proposalId: string }[] };
  return proposals.find((one) => one.proposalId === proposalId);
}

const externalId = { value: 'ID' };
const reference = { value: 'TEXT' };

/** Commands that move money. */
export const moneyCommands: Readonly<Record<string, Command>> = {
  adjust: {
    positionals: ['organizationId', 'direction', 'amount', 'currency'],
    fields: { reason: { value: 'TEXT' } },
    intent: ({ organizationId, direction, amount, currency, reason }) =>
      `${direction} ${amount} ${currency} ${direction === 'debit' ? 'from' : 'to'} ${organizationId}: ${reason}`,
  },
  confirm: {
    summary: 'Show and execute what another operator proposed, or reject it',
    positionals: ['organizationId', 'proposalId'],
    fields: { decision: 'made' },
    extra: { reject: { help: 'Reject the proposal. The operator who made it can do this, too.' } },
    complete: (input, { reject }) => ({ ...input, decision: reject === true ? 'reject' : 'execute' }),
    preview: { operation: 'show', input: ({ organizationId }) => ({ organizationId }), shown: proposalIn },
    intent: ({ organizationId, proposalId, decision }) => `${decision} the proposal ${proposalId} of ${organizationId}`,
  },
  'credit-deposit': {
    positionals: ['organizationId', 'amount', 'currency'],
    fields: { externalId, reference, expected: { value: 'AMOUNT' } },
    intent: ({ organizationId, amount, currency, externalId, expected }) =>
      `credit ${amount} ${currency} to ${organizationId} for the transfer ${externalId}${expected ? `, of ${expected} expected` : ''}`,
  },
  'credit-payment': {
    positionals: ['organizationId', 'amount', 'currency'],
    fields: { externalId, reference },
    intent: ({ organizationId, amount, currency, reference, externalId }) =>
      `credit ${amount} ${currency} to the payment ${reference} of ${organizationId} for the transfer ${externalId}`,
  },
};
