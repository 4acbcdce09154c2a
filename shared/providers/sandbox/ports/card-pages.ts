import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds, secondTable } from '../../records/second-table.ts';
import { sandboxRange } from '../cards/range.ts';
import { sandboxSessions } from '../cards/sessions.ts';

export const cardPages: ProviderPort<'cardPages'> = {
  ...memoryNeeds('dynamodb:GetItem'),
  open: (place) => {
    const { readSession, testCardPage } = sandboxSessions(secondTable(place));
    return { acquirer: { range: sandboxRange, readSession, testCardPage } };
  },
};
