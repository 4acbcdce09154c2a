import * as z from 'zod';
import { definePage } from '../../../../contract/define-page.ts';
import { languageParameter, viewField } from '../../../../pages/parameters.ts';
import { content } from '../../../../pages/sources.ts';
import { browserOf } from '../../../attempts/attempt.ts';
import { failurePage } from '../../../page/failure-page.ts';
import { buyerCookie, opensLink } from '../../../page/opens-link.ts';
import { stateStatuses } from '../../../page/state-page.ts';
import { payByCard } from '../page/pay-by-card.ts';

export const endpoint = definePage({
  operation: 'payByCard',
  summary: 'Start paying a checkout link by card',
  method: 'POST',
  path: '/checkout/{token}/card',
  opens: opensLink,
  errorsAs: 'html',
  failurePage,
  statuses: stateStatuses,
  content,
  cookie: buyerCookie,
  query: z.strictObject(languageParameter),
  body: z.strictObject(viewField),
  errors: ['CONFLICT'],
  uses: ['cards'],
  handle: ({ resource: link, body: { view }, query, cookie, runtime, execution, ...call }) => {
    const { organization, acceptLanguage, sourceNetwork } = call;
    const browser = browserOf(cookie, view);
    const request = { ...query, link, organization, acceptLanguage, sourceNetwork, browser };
    return payByCard(runtime, request, execution);
  },
});
