import * as z from 'zod';
import { failurePage } from '../../shared/checkout/page/failure-page.ts';
import { content } from '../../shared/checkout/page/layout.ts';
import { opensTestCards } from '../../shared/checkout/page/opens-attempt.ts';
import { languageParameter } from '../../shared/checkout/page/opens-link.ts';
import { testCardPath } from '../../shared/checkout/page/paths.ts';
import { testCardPage } from '../../shared/checkout/page/test-card-page.ts';
import { definePage } from '../../shared/contract/define-page.ts';
import { railsWithMemory } from '../../shared/lambda/rails-with-memory.ts';
import { servePage } from '../../shared/lambda/serve-page.ts';

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
  errors: [],
  tableAccess: 'read',
  asksAcquirer: true,
  handle: ({ resource: attempt, organization, parameters, query, acceptLanguage, runtime }) =>
    testCardPage(runtime, { ...query, attempt, organization, acceptLanguage, path: testCardPath(parameters.token) }),
});

export const handler = servePage(endpoint, { rails: railsWithMemory });
