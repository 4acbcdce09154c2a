import type { Command } from './command.ts';
import { LostReport } from './lost-report.ts';

const since = { value: 'TIME' };

/** Commands for the time after a restore of the table. */
export const restoreCommands: Readonly<Record<string, Command>> = {
  'restore-check': {
    summary:
      'After a restore: compare what the rails received with the table; exit code 1 while there are discrepancies',
    positionals: [],
    fields: { since },
    intent: ({ since, settle, release }) =>
      `compare what the rails received since ${since} with the table, suspend organizations with discrepancies${
        settle ? ', write back lost payouts' : ''
      }${release ? ', resume those it suspended that are now settled' : ''}`,
  },
  lost: {
    summary:
      'After a restore: compare the archived changes with the table and report what is missing; exit code 1 if anything is',
    positionals: [],
    fields: { since },
    collector: () => new LostReport(),
  },
};
