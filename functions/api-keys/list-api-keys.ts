import { listApiKeys } from '../../shared/access/api-keys/list-api-keys.ts';
import { ApiKeyView } from '../../shared/access/api-keys/present-api-key.ts';
import { limitParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';

export const endpoint = defineList({
  operation: 'listApiKeys',
  summary: 'List API keys',
  description: 'Newest first, including revoked and expired keys.',
  path: '/organizations/{orgId}/api-keys',
  callers: ['session'],
  of: 'keys',
  view: ApiKeyView,
  page: limitParameter(100, 50),
  list: ({ query, organization: { organizationId }, runtime }) => listApiKeys(runtime, organizationId, query),
});
