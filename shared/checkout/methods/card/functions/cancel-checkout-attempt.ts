import * as z from 'zod';
import { definePage } from '../../../../contract/define-page.ts';
import { languageParameter } from '../../../../pages/parameters.ts';
import { content } from '../../../../pages/sources.ts';
import { failurePage } from '../../../page/failure-page.ts';
import { stateStatuses } from '../../../page/state-page.ts';
import { lookParameter, opensAttempt } from '../page/opens-attempt.ts';
import { showCheckoutAttempt } from '../page/show-checkout-attempt.ts';

export const endpoint = definePage({
  operation: 'cancelCheckoutAttempt',
  summary: 'Return a buyer who has left a card page',
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
    showCheckoutAttempt(runtime, { ...query, attempt, organization, acceptLanguage }, isCheck ? 'read' : 'close'),
});
