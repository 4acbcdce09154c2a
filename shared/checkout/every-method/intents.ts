// Made by scripts/methods.ts from the folders of the methods.

import { intents as card } from '../methods/card/payments/intents.ts';

export const intents = [card] as const;
