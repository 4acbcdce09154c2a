import * as z from 'zod';
import { browserOf } from '../../shared/checkout/attempts/attempt.ts';
import { failurePage } from '../../shared/checkout/page/failure-page.ts';
import { content } from '../../shared/checkout/page/layout.ts';
import { buyerCookie, languageParameter, opensLink, viewField } from '../../shared/checkout/page/opens-link.ts';
import { payByBank } from '../../shared/checkout/page/pay-by-bank.ts';
import { stateStatuses } from '../../shared/checkout/page/state-page.ts';
import { definePage } from '../../shared/contract/define-page.ts';
import { servePage } from '../../shared/lambda/serve-page.ts';

export const endpoint = definePage({
  operation: 'payByBank',
  summary: 'Begin to pay a checkout link by bank transfer',
  method: 'POST',
  path: '/checkout/{token}/bank',
  opens: opensLink,
  errorsAs: 'html',
  failurePage,
  statuses: stateStatuses,
  content,
  cookie: buyerCookie,
  query: z.strictObject(languageParameter),
  body: z.strictObject(viewField),
  errors: ['CONFLICT'],
  tableAccess: 'write',
  handle: ({ resource: link, body: { view }, query, cookie, runtime, execution, ...call }) => {
    const { organization, acceptLanguage, sourceNetwork } = call;
    const browser = browserOf(cookie, view);
    const request = { ...query, link, organization, acceptLanguage, sourceNetwork, browser };
    return payByBank(runtime, request, execution);
  },
});

export const handler = servePage(endpoint);
