import * as z from 'zod';
import { failurePage } from '../../shared/checkout/page/failure-page.ts';
import { opensTestCards } from '../../shared/checkout/page/opens-attempt.ts';
import { testCardPath } from '../../shared/checkout/page/paths.ts';
import { testCardPage } from '../../shared/checkout/page/test-card-page.ts';
import { definePage } from '../../shared/contract/define-page.ts';
import { languageParameter } from '../../shared/pages/parameters.ts';
import { content } from '../../shared/pages/sources.ts';

export const endpoint = definePage({
  operation: 'payByTestCard',
  summary: "Pay on the sandbox's card page",
  method: 'POST',
  path: '/sandbox-card/{token}',
  opens: opensTestCards,
  errorsAs: 'html',
  failurePage,
  content,
  query: z.strictObject(languageParameter),
  body: z.strictObject({ card: z.string().regex(/^\d{4}$/) }),
  uses: ['cards'],
  handle: ({ resource: attempt, organization, parameters, query, body, acceptLanguage, runtime }) => {
    const path = testCardPath(parameters.token);
    return testCardPage(runtime, { ...query, ...body, attempt, organization, acceptLanguage, path });
  },
});
