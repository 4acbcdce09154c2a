import { methodDue } from '../../../../../shared/checkout/methods/method-parts.ts';
import { advanceVoucher } from './advance-voucher.ts';

export const due = methodDue({ uses: [], advances: { vou: advanceVoucher } });
