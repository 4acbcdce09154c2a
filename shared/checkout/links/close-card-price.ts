import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { IntentKind } from '../../journal/intents/intent-kind.ts';
import { openIntent } from '../../journal/intents/open-intent.ts';
import { acquirerOf } from './link-stage.ts';

interface Closing {
  readonly organizationId: string;
  readonly priceId: string;
}

/** Takes a price back that no link shows. Doing it again does no harm, so a worker repeats it until it is done. */
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

/** Asks, in a draft, for a price to be taken back. */
export function closeCardPrice(draft: JournalDraft, intentId: string, call: Closing): void {
  openIntent(draft, cardPriceClosing, { intentId, call, resumeAt: draft.now });
}
