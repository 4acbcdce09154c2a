import { listCheckoutPayments } from '../../shared/checkout/payments/listed/list-checkout-payments.ts';
import { CheckoutPayment } from '../../shared/checkout/payments/present-payment.ts';
import { clampedLimitParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineList({
  operation: 'listCheckoutPayments',
  summary: 'List the payments on a link',
  description:
    'Newest first by `createdAt`. Strongly consistent, so it can be used to confirm a payment; never confirm a ' +
    'payment from the redirect of the page alone. A payment keeps its position: one that was recorded as ' +
    '`pending` stays where it is when it is paid. Read such changes from the `checkout_payment.*` events.',
  path: `${C}/links/{linkId}/payments`,
  of: 'payments',
  view: CheckoutPayment,
  order: 'committed',
  page: clampedLimitParameter(100, 20),
  errors: ['NOT_FOUND'],
  list: ({ parameters: { linkId }, query, organization: { organizationId }, runtime }) =>
    listCheckoutPayments(runtime, organizationId, linkId, query),
});
