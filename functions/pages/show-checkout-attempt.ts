import * as z from 'zod';
import { failurePage } from '../../shared/checkout/page/failure-page.ts';
import { lookParameter, opensAttempt } from '../../shared/checkout/page/opens-attempt.ts';
import { showAttempt } from '../../shared/checkout/page/show-attempt.ts';
import { stateStatuses } from '../../shared/checkout/page/state-page.ts';
import { definePage } from '../../shared/contract/define-page.ts';
import { languageParameter } from '../../shared/pages/parameters.ts';
import { content } from '../../shared/pages/sources.ts';

export const endpoint = definePage({
  operation: 'showCheckoutAttempt',
  summary: 'Tell a buyer who comes back from a card page what became of it',
  method: 'GET',
  path: '/checkout-attempt/{token}',
  opens: opensAttempt,
  errorsAs: 'html',
  failurePage,
  statuses: stateStatuses,
  content,
  query: z.strictObject({ ...languageParameter, ...lookParameter }),
  readsBack: true,
  uses: ['cards'],
  handle: ({ resource: attempt, organization, query, acceptLanguage, runtime }) =>
    showAttempt(runtime, { ...query, attempt, organization, acceptLanguage }, 'read'),
});
