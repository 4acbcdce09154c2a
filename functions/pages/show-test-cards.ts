import * as z from 'zod';
import { failurePage } from '../../shared/checkout/page/failure-page.ts';
import { opensTestCards } from '../../shared/checkout/page/opens-attempt.ts';
import { testCardPath } from '../../shared/checkout/page/paths.ts';
import { testCardPage } from '../../shared/checkout/page/test-card-page.ts';
import { definePage } from '../../shared/contract/define-page.ts';
import { languageParameter } from '../../shared/pages/parameters.ts';
import { content } from '../../shared/pages/sources.ts';

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
