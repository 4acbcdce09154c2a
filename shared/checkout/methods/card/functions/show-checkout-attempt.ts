import * as z from 'zod';
import { definePage } from '../../../../contract/define-page.ts';
import { languageParameter } from '../../../../pages/parameters.ts';
import { content } from '../../../../pages/sources.ts';
import { failurePage } from '../../../page/failure-page.ts';
import { stateStatuses } from '../../../page/state-page.ts';
import { lookParameter, opensAttempt } from '../page/opens-attempt.ts';
import { showAttempt } from '../page/show-attempt.ts';

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
