import * as z from 'zod';
import { definePage } from '../../../../contract/define-page.ts';
import { languageParameter } from '../../../../pages/parameters.ts';
import { content } from '../../../../pages/sources.ts';
import { failurePage } from '../../../page/failure-page.ts';
import { testCardPath } from '../../../page/paths.ts';
import { opensTestCards } from '../page/opens-attempt.ts';
import { testCardPage } from '../page/test-card-page.ts';

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
