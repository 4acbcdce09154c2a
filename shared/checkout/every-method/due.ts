// Made by scripts/methods.ts from the folders of the methods.

import { due as card } from '../methods/card/payments/due.ts';
import { due as crypto } from '../methods/crypto/payments/due.ts';

export const due = [card, crypto] as const;
