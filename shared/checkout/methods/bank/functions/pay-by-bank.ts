import * as z from 'zod';
import { definePage } from '../../../../contract/define-page.ts';
import { languageParameter } from '../../../../pages/parameters.ts';
import { content } from '../../../../pages/sources.ts';
import { failurePage } from '../../../page/failure-page.ts';
import { buyerCookie, opensLink, transferFields, transferOf } from '../../../page/opens-link.ts';
import { stateStatuses } from '../../../page/state-page.ts';
import { payByBank } from '../page/pay-by-bank.ts';

export const endpoint = definePage({
  operation: 'payByBank',
  summary: 'Start paying a checkout link by bank transfer',
  method: 'POST',
  path: '/checkout/{token}/bank',
  opens: opensLink,
  errorsAs: 'html',
  failurePage,
  statuses: stateStatuses,
  content,
  cookie: buyerCookie,
  query: z.strictObject(languageParameter),
  body: z.strictObject(transferFields),
  errors: ['CONFLICT'],
  handle: ({ resource: link, body, query, cookie, runtime, execution, ...call }) => {
    const { organization, acceptLanguage, sourceNetwork } = call;
    const request = { ...query, ...transferOf(body, cookie), link, organization, acceptLanguage, sourceNetwork };
    return payByBank(runtime, request, execution);
  },
});
