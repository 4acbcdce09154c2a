import { UsageError } from '../usage-error.ts';
import { type Command, textOf, textsOf } from './command.ts';

/** Commands about whom screening refuses. */
export const screeningCommands: Readonly<Record<string, Command>> = {
  screen: {
    summary:
      'explain what screening answers about a name: the nearest listed parties, their scores, and which words met; or about an address',
    positionals: ['NAME-OR-ADDRESS'],
    options: { address: { type: 'boolean' } },
    help: `  NAME as the recipient is named, in quotes. On this machine the list is of 2022.
  --address            it is a digital currency address: whether it is listed, and whose it is
`,
    input: ([asked], values) => (values.address ? { address: asked } : { name: asked }),
  },
  rescreen: {
    summary:
      'screen every active live recipient against the list of now, and block those that it refuses; exit code 1 if there are any',
    positionals: [],
    options: { from: { type: 'string' } },
    help: '  --from POSITION      go on from a position that a run has printed; without it, from the beginning\n',
    input: (_positionals, values) => ({ progress: progressAt(textOf(values, 'from')) }),
    intent: () =>
      'screen every active live recipient again, block those that are refused, and fail their payouts that were not sent',
    paged: true,
    progressLines: (part) => {
      const { findings = [], screened = 0, blocked = 0, progress } = part as Partial<Part>;
      const position = progress === undefined ? 'the end' : `--from ${positionOf(progress)}`;
      return [...findings, `${screened} screened, ${blocked} blocked; this part ends at: ${position}`];
    },
  },
  'judge-transfers': {
    folder: 'payouts',
    summary:
      'judge parked transfers to the address of a self-funded payout once more, or those of a transaction, and show them',
    positionals: ['ORGANIZATION', 'PAYOUT'],
    options: { transaction: { type: 'string' }, reason: { type: 'string' } },
    help: `  --transaction HASH   judge what this final transaction brings, also where no node lists it
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
        ? `record what ${transaction} brings to the address of ${payoutId} of ${organizationId}`
        : `judge what was parked of the transfers to the address of ${payoutId} of ${organizationId} once more`,
  },
  'lift-block': {
    summary: 'propose to a second operator that a blocked recipient may be paid again',
    positionals: ['ORGANIZATION', 'RECIPIENT'],
    options: { entry: { type: 'string', multiple: true }, reason: { type: 'string' } },
    help: `  --entry NUMBER       a listed party that the payee is not, as screen shows it; may be repeated
  --reason TEXT        how that was made sure; kept with the proposal
`,
    input: ([organizationId, recipientId], values) => ({
      organizationId,
      recipientId,
      entries: textsOf(values, 'entry').map(Number),
      reason: textOf(values, 'reason'),
    }),
    intent: ({ organizationId, recipientId, entries }) =>
      `propose that ${recipientId} of ${organizationId} may be paid again, as it is none of the listed parties ${(entries as number[]).join(', ')}`,
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
    throw new UsageError('--from: is no position that a run has printed.');
  }
}
