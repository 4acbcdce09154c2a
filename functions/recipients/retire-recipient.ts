import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { RecipientView } from '../../shared/corridors/recipients/recipient.ts';
import { retireRecipient } from '../../shared/payouts/caps/retire-recipient.ts';

export const endpoint = defineEndpoint({
  operation: 'retireRecipient',
  summary: 'Retire a recipient',
  description:
    'Permanent. To correct a mistake, retire the recipient and register it again. Its `externalId` and its ' +
    'account can be reused at once, and it stays readable. Quotes, approvals and batch items for it end with ' +
    '`PAYOUT_REFUSED` and release what they held; payouts that were already created continue. Retiring a retired ' +
    'recipient changes nothing.\n\n`CONFLICT` for a blocked recipient. Also `CONFLICT`, until the UTC day is over, ' +
    'if the cap per end user has counted a payout today for the recipient’s `endUserId`, or for the recipient ' +
    'itself if it has none.',
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
