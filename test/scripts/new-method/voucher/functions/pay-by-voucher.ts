import * as z from 'zod';
import { failurePage } from '../../../../../shared/checkout/page/failure-page.ts';
import { buyerCookie, opensLink } from '../../../../../shared/checkout/page/opens-link.ts';
import { stateStatuses } from '../../../../../shared/checkout/page/state-page.ts';
import { definePage } from '../../../../../shared/contract/define-page.ts';
import { languageParameter, viewField } from '../../../../../shared/pages/parameters.ts';
import { content } from '../../../../../shared/pages/sources.ts';
import { payByVoucher } from '../page/pay-by-voucher.ts';

export const endpoint = definePage({
  operation: 'payByVoucher',
  summary: 'Begin to pay a checkout link at a kiosk',
  method: 'POST',
  path: '/checkout/{token}/voucher',
  opens: opensLink,
  errorsAs: 'html',
  failurePage,
  statuses: stateStatuses,
  content,
  cookie: buyerCookie,
  query: z.strictObject(languageParameter),
  body: z.strictObject(viewField),
  errors: ['CONFLICT'],
  handle: ({ resource: link, query, runtime, execution, organization, acceptLanguage }) =>
    payByVoucher(runtime, { ...query, link, organization, acceptLanguage }, execution),
});
