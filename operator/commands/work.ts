import { dueKinds, isNeverParked } from '../../shared/ports/due-kinds.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, textOf } from './command.ts';

const parkableKinds = dueKinds.filter((kind) => !isNeverParked(kind));

/** Commands that let parked work go on. */
export const workCommands: Readonly<Record<string, Command>> = {
  unpark: {
    summary: 'resume parked work: one row, or all rows of a kind; shows what went wrong before and asks first',
    positionals: ['ORGANIZATION', parkableKinds.join('|')],
    options: { resource: { type: 'string' }, all: { type: 'boolean' }, reason: { type: 'string' } },
    help: `  --resource ID        the id of one payout, approval, batch, checkout payment or mail
  --all                everything of the kind that is parked, 500 per call: repeat it while it prints more
  --reason TEXT        why it will succeed this time
`,
    input: ([organizationId, kind], values) => {
      const resourceId = textOf(values, 'resource');
      if ((resourceId === undefined) !== (values.all === true))
        throw new UsageError('Give either --resource or --all.');
      return { organizationId, kind, resourceId, reason: textOf(values, 'reason') };
    },
    intent: ({ organizationId, kind, resourceId = 'everything that is parked' }) =>
      `resume ${resourceId} of kind ${kind} of ${organizationId}`,
  },
  'name-payment': {
    folder: 'payouts',
    summary: 'name the payout for which a vault has made a payment without a record, so that the vault pays again',
    positionals: ['ORGANIZATION', 'PAYOUT', 'CONNECTION'],
    options: { reason: { type: 'string' } },
    help: '  --reason TEXT        how the payout was found\n',
    input: ([organizationId, payoutId, connectionId], values) => ({
      organizationId,
      payoutId,
      connectionId,
      reason: textOf(values, 'reason'),
    }),
    intent: ({ organizationId, payoutId, connectionId }) =>
      `say that the vault of ${connectionId} has paid ${payoutId} of ${organizationId}, and let it pay again`,
  },
  resend: {
    summary: 'let a parked payout be sent once more if its rail may have lost it; if it was paid, it is paid twice',
    positionals: ['ORGANIZATION', 'PAYOUT'],
    options: { reason: { type: 'string' } },
    help: '  --reason TEXT        who verified with the rail that it was not paid, and how\n',
    input: ([organizationId, payoutId], values) => ({ organizationId, payoutId, reason: textOf(values, 'reason') }),
    intent: ({ organizationId, payoutId, reason }) =>
      `send ${payoutId} of ${organizationId} once more, which pays it twice if its rail has already paid it: ${reason}`,
    keyed: true,
  },
};
