import type { MethodRefunds } from '../../../../../shared/checkout/methods/method-parts.ts';
import { network } from '../network.ts';
import { voucher } from '../voucher.ts';

export const refunds: MethodRefunds = {
  kind: voucher.kind,
  name: 'voucher-refund',
  processor: () => network.refunds,
};
