import * as z from 'zod';
import { browserOf } from '../../shared/checkout/attempts/attempt.ts';
import { payByTestTransfer } from '../../shared/checkout/page/crypto/pay-by-test-transfer.ts';
import { failurePage } from '../../shared/checkout/page/failure-page.ts';
import { content } from '../../shared/checkout/page/layout.ts';
import { buyerCookie, languageParameter, opensTestLink, viewField } from '../../shared/checkout/page/opens-link.ts';
import { stateStatuses } from '../../shared/checkout/page/state-page.ts';
import { definePage } from '../../shared/contract/define-page.ts';
import { railsWithMemory } from '../../shared/lambda/rails-with-memory.ts';
import { servePage } from '../../shared/lambda/serve-page.ts';

export const endpoint = definePage({
  operation: 'payByTestTransfer',
  summary: "Pay by crypto on the sandbox's chain",
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
  tableAccess: 'write',
  asksAcquirer: true,
  handle: ({ resource: link, body: { view }, query, cookie, runtime, ...call }) => {
    const { organization, acceptLanguage, sourceNetwork } = call;
    const browser = browserOf(cookie, view);
    return payByTestTransfer(runtime, { ...query, link, organization, acceptLanguage, sourceNetwork, browser, view });
  },
});

export const handler = servePage(endpoint, { rails: railsWithMemory });
