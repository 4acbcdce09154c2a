import { type Command, textOf } from './command.ts';

/** Commands for the time after a restore of the table. */
export const restoreCommands: Readonly<Record<string, Command>> = {
  'restore-check': {
    summary:
      'after a restore: compare what the rails received with the table; exit code 1 while there are discrepancies',
    positionals: [],
    options: { since: { type: 'string' }, settle: { type: 'boolean' }, release: { type: 'boolean' } },
    help: `  --since TIME         the restore point, ISO 8601 with a time zone; the hour before it is also checked
  --settle             write back the payouts that the rails have and the table has lost
  --release            resume the organizations that this check suspended and now finds settled
`,
    input: (_positionals, { settle, release, ...values }) => ({
      since: textOf(values, 'since'),
      settle: settle === true,
      release: release === true,
    }),
    intent: ({ since, settle, release }) =>
      `compare what the rails received since ${since} with the table, suspend organizations with discrepancies${
        settle ? ', write back lost payouts' : ''
      }${release ? ', resume those it suspended that are now settled' : ''}`,
    paged: true,
  },
};
