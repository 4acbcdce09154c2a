import { UsageError } from '../usage-error.ts';
import { type Command, textOf } from './command.ts';

/** Commands about people whom screening refuses. */
export const screeningCommands: Readonly<Record<string, Command>> = {
  screen: {
    positionals: ['NAME-OR-ADDRESS'],
    fields: { name: 'made' },
    extra: { address: { help: 'It is a digital currency address: show whether it is listed, and whose it is.' } },
    note: 'A name is that of the recipient, in quotes. On this machine the list is from 2022.',
    complete: (_input, values, [asked]) => (values.address ? { address: asked } : { name: asked }),
  },
  rescreen: {
    summary:
      'Screen every active live recipient against the current list, and block those that match; exit code 1 if there are any',
    positionals: [],
    extra: {
      from: {
        value: 'POSITION',
        help: 'Continue from a position that an earlier command printed (default: from the beginning).',
      },
    },
    complete: (input, values) => ({ ...input, progress: progressAt(textOf(values, 'from')) }),
    intent: () =>
      'screen every active live recipient again, block those that match, and fail their payouts that have not been sent',
    progressLines: (part) => {
      const { findings = [], screened = 0, blocked = 0, progress } = part as Partial<Part>;
      const position = progress === undefined ? 'the end' : `--from ${positionOf(progress)}`;
      return [...findings, `${screened} screened, ${blocked} blocked; this part ended at: ${position}`];
    },
  },
  'judge-transfers': {
    positionals: ['organizationId', 'payoutId'],
    fields: { transaction: { value: 'HASH' }, reason: { value: 'TEXT' } },
    intent: ({ organizationId, payoutId, transaction }) =>
      transaction
        ? `record what ${transaction} transferred to the address of ${payoutId} of ${organizationId}`
        : `re-evaluate the parked transfers to the address of ${payoutId} of ${organizationId}`,
  },
  'lift-block': {
    positionals: ['organizationId', 'recipientId'],
    fields: { reason: { value: 'TEXT' } },
    intent: ({ organizationId, recipientId, entries = [] }) =>
      `propose that ${recipientId} of ${organizationId} may be paid again, because it is none of the listed parties ${(entries as number[]).join(', ')}`,
  },
};

interface Part {
  readonly findings: readonly string[];
  readonly screened: number;
  readonly blocked: number;
  readonly progress?: unknown;
}

/** The progress of a run, as one word for the command line. */
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
