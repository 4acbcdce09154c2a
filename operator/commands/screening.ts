import { UsageError } from '../usage-error.ts';
import { type Command, textOf, textsOf } from './command.ts';

/** Commands about whom screening refuses. */
export const screeningCommands: Readonly<Record<string, Command>> = {
  screen: {
    summary:
      'explain a screening result: the nearest listed parties, their scores and the matching words of a name, or a digital currency address',
    positionals: ['NAME-OR-ADDRESS'],
    options: { address: { type: 'boolean' } },
    help: `  NAME is the name of the recipient, in quotes. On this machine the list is from 2022.
  --address            NAME is a digital currency address: show whether it is listed, and whose it is
`,
    input: ([asked], values) => (values.address ? { address: asked } : { name: asked }),
  },
  rescreen: {
    summary:
      'screen every active live recipient against the current list, and block those that match; exit code 1 if there are any',
    positionals: [],
    options: { from: { type: 'string' } },
    help: '  --from POSITION      continue from a position that an earlier run printed (default: from the beginning)\n',
    input: (_positionals, values) => ({ progress: progressAt(textOf(values, 'from')) }),
    intent: () =>
      'screen every active live recipient again, block those that match, and fail their payouts that have not been sent',
    paged: true,
    progressLines: (part) => {
      const { findings = [], screened = 0, blocked = 0, progress } = part as Partial<Part>;
      const position = progress === undefined ? 'the end' : `--from ${positionOf(progress)}`;
      return [...findings, `${screened} screened, ${blocked} blocked; this part ended at: ${position}`];
    },
  },
  'judge-transfers': {
    folder: 'payouts',
    summary:
      're-evaluate parked transfers to the address of a self-funded payout, or those of one transaction, and show them',
    positionals: ['ORGANIZATION', 'PAYOUT'],
    options: { transaction: { type: 'string' }, reason: { type: 'string' } },
    help: `  --transaction HASH   evaluate what this final transaction transfers, even if no node lists it
  --reason TEXT        what has changed since they were parked, or how the transaction was found
`,
    input: ([organizationId, payoutId], values) => ({
      organizationId,
      payoutId,
      transaction: textOf(values, 'transaction'),
      reason: textOf(values, 'reason'),
    }),
    intent: ({ organizationId, payoutId, transaction }) =>
      transaction
        ? `record what ${transaction} transferred to the address of ${payoutId} of ${organizationId}`
        : `re-evaluate the parked transfers to the address of ${payoutId} of ${organizationId}`,
  },
  'lift-block': {
    summary: 'propose to another operator that a blocked recipient may be paid again',
    positionals: ['ORGANIZATION', 'RECIPIENT'],
    options: { entry: { type: 'string', multiple: true }, reason: { type: 'string' } },
    help: `  --entry NUMBER       a listed party that the payee is not, as printed by screen; can be repeated
  --reason TEXT        how this was verified; kept with the proposal
`,
    input: ([organizationId, recipientId], values) => ({
      organizationId,
      recipientId,
      entries: textsOf(values, 'entry').map(Number),
      reason: textOf(values, 'reason'),
    }),
    intent: ({ organizationId, recipientId, entries }) =>
      `propose that ${recipientId} of ${organizationId} may be paid again, because it is none of the listed parties ${(entries as number[]).join(', ')}`,
  },
};

interface Part {
  readonly findings: readonly string[];
  readonly screened: number;
  readonly blocked: number;
  readonly progress?: unknown;
}

/** How far a run has come, as one word for the command line. */
function positionOf(progress: unknown): string {
  return Buffer.from(JSON.stringify(progress)).toString('base64url');
}

/** @throws UsageError */
function progressAt(position: string | undefined): unknown {
  if (position === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(position, 'base64url').toString('utf8'));
  } catch {
    throw new UsageError('--from: is not a position that a run has printed.');
  }
}
