import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { sandboxRange } from '../cards/range.ts';

export const cardRanges: ProviderPort<'cardRanges'> = {
  open: () => ({ acquirer: { range: sandboxRange } }),
};
