import * as z from 'zod';
import { definePage } from '../../shared/contract/define-page.ts';
import { languageParameter } from '../../shared/pages/parameters.ts';
import { content } from '../../shared/pages/sources.ts';
import { priceClaim } from '../../shared/payouts/links/claims/price-claim.ts';
import { opensPayoutLink } from '../../shared/payouts/links/opens-payout-link.ts';
import { detailsForm } from '../../shared/payouts/page/claim-form.ts';
import { failurePage } from '../../shared/payouts/page/failure-page.ts';
import { payeeCookie } from '../../shared/payouts/page/page-parameters.ts';
import { payoutLinkPath } from '../../shared/payouts/page/paths.ts';
import { answerSubmission } from '../../shared/payouts/page/submit-claim.ts';

export const endpoint = definePage({
  operation: 'pricePayoutClaim',
  summary: "Validate a payee's input and show its price",
  method: 'POST',
  path: '/payout/{token}/price',
  opens: opensPayoutLink,
  errorsAs: 'html',
  failurePage,
  content,
  cookie: payeeCookie,
  query: z.strictObject(languageParameter),
  body: detailsForm,
  errors: ['PAYOUT_LINK_UNUSABLE', 'PAYOUT_LINKS_UNAVAILABLE'],
  uses: ['prices', 'sealing'],
  handle: ({ parameters, query, resource: link, body: form, runtime, ...call }) => {
    const { organization, acceptLanguage, cookie, sourceNetwork } = call;
    const path = payoutLinkPath(parameters.token);
    const submission = { ...query, link, organization, acceptLanguage, cookie, sourceNetwork, path, form };
    return answerSubmission(runtime, submission, ({ opened, details }) => priceClaim(runtime, opened, details));
  },
});
