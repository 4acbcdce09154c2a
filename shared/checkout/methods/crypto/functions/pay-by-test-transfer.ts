import * as z from 'zod';
import { definePage } from '../../../../contract/define-page.ts';
import { languageParameter, viewField } from '../../../../pages/parameters.ts';
import { content } from '../../../../pages/sources.ts';
import { browserOf } from '../../../attempts/attempt.ts';
import { failurePage } from '../../../page/failure-page.ts';
import { buyerCookie, opensTestLink } from '../../../page/opens-link.ts';
import { stateStatuses } from '../../../page/state-page.ts';
import { payByTestTransfer } from '../page/pay-by-test-transfer.ts';

export const endpoint = definePage({
  operation: 'payByTestTransfer',
  summary: 'Pay by crypto on the sandbox chain',
  method: 'POST',
  path: '/checkout/{token}/test-transfer',
  opens: opensTestLink,
  errorsAs: 'html',
  failurePage,
  statuses: stateStatuses,
  content,
  cookie: buyerCookie,
  query: z.strictObject(languageParameter),
  body: z.strictObject(viewField),
  errors: ['CONFLICT'],
  uses: ['testTransfers'],
  handle: ({ resource: link, body: { view }, query, cookie, runtime, ...call }) => {
    const { organization, acceptLanguage, sourceNetwork } = call;
    const browser = browserOf(cookie, view);
    return payByTestTransfer(runtime, { ...query, link, organization, acceptLanguage, sourceNetwork, browser, view });
  },
});
