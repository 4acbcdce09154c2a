import * as z from 'zod';
import { definePage } from '../../shared/contract/define-page.ts';
import { languageParameter } from '../../shared/pages/parameters.ts';
import { content } from '../../shared/pages/sources.ts';
import { claimPayoutLink } from '../../shared/payouts/links/claims/claim-payout-link.ts';
import { opensPayoutLink } from '../../shared/payouts/links/opens-payout-link.ts';
import { claimForm } from '../../shared/payouts/page/claim-form.ts';
import { failurePage } from '../../shared/payouts/page/failure-page.ts';
import { payeeCookie } from '../../shared/payouts/page/page-parameters.ts';
import { payoutLinkPath } from '../../shared/payouts/page/paths.ts';
import { answerSubmission } from '../../shared/payouts/page/submit-claim.ts';

export const endpoint = definePage({
  operation: 'claimPayoutLink',
  summary: 'Claim a payout link at the price shown',
  method: 'POST',
  path: '/payout/{token}/claim',
  opens: opensPayoutLink,
  errorsAs: 'html',
  failurePage,
  content,
  cookie: payeeCookie,
  query: z.strictObject(languageParameter),
  body: claimForm,
  errors: ['PAYOUT_LINK_UNUSABLE', 'PAYOUT_LINKS_UNAVAILABLE', 'PAYOUT_OUTCOME_UNKNOWN'],
  uses: ['prices', 'sealing', 'screening'],
  handle: ({ parameters, query, resource: link, body, runtime, ...call }) => {
    const { organization, acceptLanguage, cookie, sourceNetwork } = call;
    const { sealedPrice, view, ...form } = body;
    const path = payoutLinkPath(parameters.token);
    const request = { ...query, link, organization, acceptLanguage, cookie, sourceNetwork, path };
    const submission = { ...request, form, confirmed: view };
    return answerSubmission(runtime, submission, ({ opened, details }) =>
      claimPayoutLink(runtime, opened, details, sealedPrice),
    );
  },
});
