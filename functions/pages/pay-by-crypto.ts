import * as z from 'zod';
import { browserOf } from '../../shared/checkout/attempts/attempt.ts';
import { lookForCrypto, payByCrypto } from '../../shared/checkout/page/crypto/pay-by-crypto.ts';
import { failurePage } from '../../shared/checkout/page/failure-page.ts';
import { content } from '../../shared/checkout/page/layout.ts';
import { buyerCookie, languageParameter, opensLink, viewField } from '../../shared/checkout/page/opens-link.ts';
import { stateStatuses } from '../../shared/checkout/page/state-page.ts';
import { definePage } from '../../shared/contract/define-page.ts';
import { railsWithMemory } from '../../shared/lambda/rails-with-memory.ts';
import { servePage } from '../../shared/lambda/serve-page.ts';

export const endpoint = definePage({
  operation: 'payByCrypto',
  summary: 'Begin to pay a checkout link by crypto, and look whether it was received',
  method: 'POST',
  path: '/checkout/{token}/crypto',
  opens: opensLink,
  errorsAs: 'html',
  failurePage,
  statuses: stateStatuses,
  content,
  cookie: buyerCookie,
  query: z.strictObject(languageParameter),
  body: z.strictObject({ ...viewField, sent: z.literal('yes').optional() }),
  errors: ['CONFLICT'],
  tableAccess: 'write',
  asksAcquirer: true,
  handle: ({ resource: link, body: { view, sent }, query, cookie, runtime, execution, ...call }) => {
    const { organization, acceptLanguage, sourceNetwork } = call;
    const browser = browserOf(cookie, view);
    const request = { ...query, link, organization, acceptLanguage, sourceNetwork, browser, view };
    return sent ? lookForCrypto(runtime, request, 'notSeenYet') : payByCrypto(runtime, request, execution);
  },
});

export const handler = servePage(endpoint, { rails: railsWithMemory });
