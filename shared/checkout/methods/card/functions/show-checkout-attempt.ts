import * as z from 'zod';
import { definePage } from '../../../../contract/define-page.ts';
import { languageParameter } from '../../../../pages/parameters.ts';
import { content } from '../../../../pages/sources.ts';
import { failurePage } from '../../../page/failure-page.ts';
import { stateStatuses } from '../../../page/state-page.ts';
import { lookParameter, opensAttempt } from '../page/opens-attempt.ts';
import { showCheckoutAttempt } from '../page/show-checkout-attempt.ts';

export const endpoint = definePage({
  operation: 'showCheckoutAttempt',
  summary: 'Show a buyer who returns from a card page the result',
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
    showCheckoutAttempt(runtime, { ...query, attempt, organization, acceptLanguage }, 'read'),
});
