import * as z from 'zod';
import { definePage } from '../../shared/contract/define-page.ts';
import { languageParameter } from '../../shared/pages/parameters.ts';
import { content } from '../../shared/pages/sources.ts';
import { opensPayoutLink } from '../../shared/payouts/links/opens-payout-link.ts';
import { failurePage } from '../../shared/payouts/page/failure-page.ts';
import { choiceParameters, payeeCookie } from '../../shared/payouts/page/page-parameters.ts';
import { payoutLinkPath } from '../../shared/payouts/page/paths.ts';
import { showPayoutLink } from '../../shared/payouts/page/show-payout-link.ts';

export const endpoint = definePage({
  operation: 'showPayoutLink',
  summary: "Show a payout link's page",
  method: 'GET',
  path: '/payout/{token}',
  opens: opensPayoutLink,
  errorsAs: 'html',
  failurePage,
  content,
  cookie: payeeCookie,
  query: z.strictObject({ ...languageParameter, ...choiceParameters }),
  errors: ['PAYOUT_LINKS_UNAVAILABLE'],
  uses: ['corridors'],
  handle: async ({ resource: link, organization, parameters, query, acceptLanguage, cookie, runtime }) => ({
    ...(await showPayoutLink(runtime, {
      ...query,
      link,
      organization,
      acceptLanguage,
      cookie,
      path: payoutLinkPath(parameters.token),
    })),
    ...(cookie === undefined && { cookie: runtime.ids.token() }),
  }),
});
