import { sandboxRange } from '../../providers/sandbox/cards/range.ts';
import type { RailCapability } from '../capability.ts';

export const cardRanges: RailCapability<'cardRanges'> = {
  sandbox: () => ({ acquirer: { range: sandboxRange } }),
};
