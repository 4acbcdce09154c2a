import * as z from 'zod';
import { definePage } from '../../../../contract/define-page.ts';
import { languageParameter } from '../../../../pages/parameters.ts';
import { content } from '../../../../pages/sources.ts';
import { failurePage } from '../../../page/failure-page.ts';
import { testCardPath } from '../../../page/paths.ts';
import { opensTestCards } from '../page/opens-attempt.ts';
import { testCardPage } from '../page/test-card-page.ts';

export const endpoint = definePage({
  operation: 'showTestCards',
  summary: "Show the sandbox's card page",
  method: 'GET',
  path: '/sandbox-card/{token}',
  opens: opensTestCards,
  errorsAs: 'html',
  failurePage,
  content,
  query: z.strictObject(languageParameter),
  uses: ['cardPages'],
  handle: ({ resource: attempt, organization, parameters, query, acceptLanguage, runtime }) =>
    testCardPage(runtime, { ...query, attempt, organization, acceptLanguage, path: testCardPath(parameters.token) }),
});
