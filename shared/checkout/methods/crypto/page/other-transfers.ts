import { html } from 'hono/html';
import { formatAmount } from '../../../../ground/money/money.ts';
import type { Markup } from '../../../../pages/frame.ts';
import type { CheckoutFrame } from '../../../page/frame-of.ts';
import type { OtherTransfer } from '../payments/other-transfers.ts';

/**
 * Shows the transfers whose amounts match no attempt.
 * @returns undefined if there are none
 */
export function otherTransfers(
  { words, organization: merchant = '' }: CheckoutFrame,
  others: readonly OtherTransfer[],
): Markup | undefined {
  if (others.length === 0) return undefined;
  const items = others.map(({ amount, token, madeAt }) => {
    const values = { amount: `${formatAmount(amount, token)} ${token}`, time: words.time(madeAt) };
    return html`<li>${words.text('otherAmount', values)}</li>`;
  });
  return html`<div class="alert" role="alert">
<p>${words.text('otherAmounts')}</p>
<ul>${items}</ul>
<p>${words.text('otherAmountsNext', { merchant })}</p>
</div>`;
}
