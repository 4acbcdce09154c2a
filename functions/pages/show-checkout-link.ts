import * as z from 'zod';
import { failurePage } from '../../shared/checkout/page/failure-page.ts';
import { buyerCookie, methodParameter, opensLink } from '../../shared/checkout/page/opens-link.ts';
import { linkPath } from '../../shared/checkout/page/paths.ts';
import { showCheckoutLink } from '../../shared/checkout/page/show-checkout-link.ts';
import { stateStatuses } from '../../shared/checkout/page/state-page.ts';
import { definePage } from '../../shared/contract/define-page.ts';
import { languageParameter } from '../../shared/pages/parameters.ts';
import { content } from '../../shared/pages/sources.ts';

export const endpoint = definePage({
  operation: 'showCheckoutLink',
  summary: "Show a checkout link's page",
  method: 'GET',
  path: '/checkout/{token}',
  opens: opensLink,
  errorsAs: 'html',
  failurePage,
  statuses: stateStatuses,
  content,
  cookie: buyerCookie,
  query: z.strictObject({ ...languageParameter, ...methodParameter }),
  uses: ['tokens'],
  handle: async ({ resource: link, organization, parameters, query, acceptLanguage, cookie, runtime }) => ({
    ...(await showCheckoutLink(runtime, {
      ...query,
      link,
      organization,
      acceptLanguage,
      cookie,
      path: linkPath(parameters.token),
    })),
    ...(cookie === undefined && { cookie: runtime.ids.token() }),
  }),
});
