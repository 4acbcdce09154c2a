import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { RecipientView } from '../../shared/corridors/recipients/recipient.ts';
import { retireRecipient } from '../../shared/payouts/caps/retire-recipient.ts';

export const endpoint = defineEndpoint({
  operation: 'retireRecipient',
  summary: 'Retire a recipient',
  description:
    'For good: this is how a mistake is corrected, together with registering again. Its `externalId` and its account are free at once, ' +
    'and it stays readable. Quotes, approvals and batch lines for it end with `PAYOUT_REFUSED`, and what they held is released; payouts that were made ' +
    'go on. One that is retired already stays as it is.\n\n' +
    '`CONFLICT` for a recipient that is blocked; and, until the UTC day is over, where the cap per end user has counted a payout today ' +
    'for its `endUserId`, or for itself if it has none.',
  method: 'DELETE',
  path: '/recipients/{orgId}/{recipientId}',
  callers: ['key'],
  scope: 'write',
  idempotency: 'optional',
  audit: 'recipient.retire',
  responses: { 200: { description: 'The recipient, `retired`.', schema: RecipientView } },
  errors: ['NOT_FOUND', 'CONFLICT'],
  uses: ['corridors'],
  handle: ({ parameters: { recipientId }, organization, runtime, execution }) =>
    retireRecipient(runtime, organization, recipientId, execution),
});
