import type { AnyIntentKind } from '../../../../journal/intents/intent-kind.ts';
import { cardPrice } from '../../../links/card-price.ts';
import { cardPriceClosing } from '../../../links/close-card-price.ts';
import { sessionIntent } from './session-intent.ts';

export const intents: readonly AnyIntentKind[] = [cardPrice, cardPriceClosing, sessionIntent];
