import * as z from 'zod';
import { definePage } from '../../../../contract/define-page.ts';
import { languageParameter } from '../../../../pages/parameters.ts';
import { content } from '../../../../pages/sources.ts';
import { failurePage } from '../../../page/failure-page.ts';
import { buyerCookie, opensLink, transferFields, transferOf } from '../../../page/opens-link.ts';
import { stateStatuses } from '../../../page/state-page.ts';
import { lookForCrypto, payByCrypto } from '../page/pay-by-crypto.ts';

export const endpoint = definePage({
  operation: 'payByCrypto',
  summary: 'Start paying a checkout link by crypto, or check whether the payment has arrived',
  method: 'POST',
  path: '/checkout/{token}/crypto',
  opens: opensLink,
  errorsAs: 'html',
  failurePage,
  statuses: stateStatuses,
  content,
  cookie: buyerCookie,
  query: z.strictObject(languageParameter),
  body: z.strictObject({ ...transferFields, sent: z.literal('yes').optional() }),
  errors: ['CONFLICT'],
  uses: ['chain'],
  handle: ({ resource: link, body, query, cookie, runtime, execution, ...call }) => {
    const { organization, acceptLanguage, sourceNetwork } = call;
    const request = { ...query, ...transferOf(body, cookie), link, organization, acceptLanguage, sourceNetwork };
    return body.sent ? lookForCrypto(runtime, request, 'notSeenYet') : payByCrypto(runtime, request, execution);
  },
});
