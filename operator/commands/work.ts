import { dueKinds, isNeverParked } from '../../shared/ports/due-kinds.ts';
import { UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';

const parkableKinds = dueKinds.filter((kind) => !isNeverParked(kind));
const reason = { value: 'TEXT' };

/** Commands that make parked work continue. */
export const workCommands: Readonly<Record<string, Command>> = {
  unpark: {
    summary: 'Resume parked work: one row, or all rows of a kind; shows what went wrong before and asks first',
    positionals: ['organizationId', 'kind'],
    fields: { reason, kind: { value: parkableKinds.join('|') }, resourceId: { option: 'resource', value: 'ID' } },
    extra: { all: { help: 'Everything of the kind that is parked, 500 per call: repeat it while it prints more.' } },
    complete: (input, { all }) => {
      if ((input.resourceId === undefined) !== (all === true)) throw new UsageError('Give either --resource or --all.');
      return input;
    },
    intent: ({ organizationId, kind, resourceId = 'everything that is parked' }) =>
      `resume ${resourceId} of kind ${kind} of ${organizationId}`,
  },
  'name-payment': {
    positionals: ['organizationId', 'payoutId', 'connectionId'],
    fields: { reason },
    intent: ({ organizationId, payoutId, connectionId }) =>
      `say that the vault of ${connectionId} has paid ${payoutId} of ${organizationId}, and let it pay again`,
  },
  resend: {
    positionals: ['organizationId', 'payoutId'],
    fields: { reason },
    intent: ({ organizationId, payoutId, reason }) =>
      `send ${payoutId} of ${organizationId} once more, which pays it twice if its rail has already paid it: ${reason}`,
  },
};
