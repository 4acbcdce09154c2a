// Made by scripts/methods.ts from the folders of the methods.

import { refunds as card } from '../methods/card/payments/refunds.ts';

export const refunds = [card] as const;
