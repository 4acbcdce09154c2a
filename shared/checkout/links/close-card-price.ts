import type { JournalDraft } from '../../journal/commit/draft.ts';
import { createIntent } from '../../journal/intents/create-intent.ts';
import type { IntentKind } from '../../journal/intents/intent-kind.ts';
import { acquirerOf } from './link-stage.ts';

interface Closing {
  readonly organizationId: string;
  readonly priceId: string;
}

/** Removes a price that no link shows. A worker repeats the removal until it succeeds, which does no harm. */
export const cardPriceClosing: IntentKind<Closing, null, { readonly status: 200; readonly body: null }> = {
  name: 'card-price-closing',
  processor: (runtime, mode) => {
    const close = async (_key: string, { organizationId, priceId }: Closing) => {
      await acquirerOf(runtime, mode).closePrice(organizationId, priceId);
      return { outcome: 'done', result: null } as const;
    };
    return { rememberKeysForMs: Number.POSITIVE_INFINITY, call: close, find: close };
  },
  reads: () => ({}),
  settle: () => ({ reply: { status: 200, body: null } }),
};

/** Creates the intent that removes a price. */
export function closeCardPrice(draft: JournalDraft, intentId: string, call: Closing): void {
  createIntent(draft, cardPriceClosing, { intentId, call, resumeAt: draft.now });
}
