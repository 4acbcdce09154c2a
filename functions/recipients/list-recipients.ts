import { label, limitParameter, sameText } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { servedCorridors } from '../../shared/corridors/catalog/served-corridors.ts';
import { listRecipients } from '../../shared/corridors/recipients/list-recipients.ts';
import { presentRecipient, RecipientView } from '../../shared/corridors/recipients/recipient.ts';

export const endpoint = defineList({
  operation: 'listRecipients',
  summary: 'List recipients',
  description: 'Newest first, including retired recipients. With `externalId`, only the recipient that has it.',
  path: '/recipients/{orgId}',
  of: 'recipients',
  view: RecipientView,
  page: limitParameter(100, 50),
  filters: {
    externalId: label(255)
      .optional()
      .meta({ description: `Your key for the recipient. ${sameText}` }),
  },
  uses: ['corridors'],
  list: async ({ query, organization, runtime }) => {
    const { data, ...page } = await listRecipients(runtime, organization.organizationId, query);
    const corridors = servedCorridors(runtime, organization);
    return { data: data.map((recipient) => presentRecipient(recipient, corridors)), ...page };
  },
});
