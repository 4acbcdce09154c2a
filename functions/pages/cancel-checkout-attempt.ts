import * as z from 'zod';
import { failurePage } from '../../shared/checkout/page/failure-page.ts';
import { lookParameter, opensAttempt } from '../../shared/checkout/page/opens-attempt.ts';
import { showAttempt } from '../../shared/checkout/page/show-attempt.ts';
import { stateStatuses } from '../../shared/checkout/page/state-page.ts';
import { definePage } from '../../shared/contract/define-page.ts';
import { languageParameter } from '../../shared/pages/parameters.ts';
import { content } from '../../shared/pages/sources.ts';

export const endpoint = definePage({
  operation: 'cancelCheckoutAttempt',
  summary: 'Take a buyer back who has left a card page',
  method: 'GET',
  path: '/checkout-attempt/{token}/cancel',
  opens: opensAttempt,
  errorsAs: 'html',
  failurePage,
  statuses: stateStatuses,
  content,
  query: z.strictObject({ ...languageParameter, ...lookParameter }),
  readsBack: true,
  uses: ['cards'],
  handle: ({ resource: attempt, organization, query, acceptLanguage, isCheck, runtime }) =>
    showAttempt(runtime, { ...query, attempt, organization, acceptLanguage }, isCheck ? 'read' : 'close'),
});
