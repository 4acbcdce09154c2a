import { dueKinds, isNeverParked } from '../../shared/ports/due-kinds.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, textOf } from './command.ts';

const parkableKinds = dueKinds.filter((kind) => !isNeverParked(kind));

/** Commands that let parked work go on. */
export const workCommands: Readonly<Record<string, Command>> = {
  unpark: {
    summary: 'let parked work go on: one row, or all of a kind; what was told before is asked first',
    positionals: ['ORGANIZATION', parkableKinds.join('|')],
    options: { resource: { type: 'string' }, all: { type: 'boolean' }, reason: { type: 'string' } },
    help: `  --resource ID        of one payout, approval, batch, checkout payment or mail
  --all                or everything of the kind that is parked, 500 a call: repeat it while it prints more
  --reason TEXT        why it will do better now
`,
    input: ([organizationId, kind], values) => {
      const resourceId = textOf(values, 'resource');
      if ((resourceId === undefined) !== (values.all === true))
        throw new UsageError('Give either --resource or --all.');
      return { organizationId, kind, resourceId, reason: textOf(values, 'reason') };
    },
    intent: ({ organizationId, kind, resourceId = 'everything that is parked' }) =>
      `let ${resourceId} of kind ${kind} of ${organizationId} go on`,
  },
  resend: {
    summary: 'let a parked payout be sent once more that its rail may have forgotten; it pays twice if it was paid',
    positionals: ['ORGANIZATION', 'PAYOUT'],
    options: { reason: { type: 'string' } },
    help: '  --reason TEXT        who made sure at the rail that it was not paid, and how\n',
    input: ([organizationId, payoutId], values) => ({ organizationId, payoutId, reason: textOf(values, 'reason') }),
    intent: ({ organizationId, payoutId, reason }) =>
      `send ${payoutId} of ${organizationId} once more, which pays twice if its rail has paid it: ${reason}`,
    keyed: true,
  },
};
