import { paymentWork } from '../../../payments/payment.ts';
import type { MethodRefunds } from '../../method-parts.ts';
import { card } from '../card.ts';

export const refunds: MethodRefunds = {
  kind: card.kind,
  name: 'checkout-refund',
  processor(runtime, mode) {
    const acquirer = runtime.rails(mode)?.acquirer;
    if (!acquirer) throw new Error(`no card acquirer is set up for ${mode}`);
    return acquirer.refunds;
  },
  // A refund's outcome is known when the charge is read.
  followUp: paymentWork,
};
