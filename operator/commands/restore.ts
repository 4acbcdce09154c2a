import { type Command, textOf } from './command.ts';

/** Commands for the time after a restore of the table. */
export const restoreCommands: Readonly<Record<string, Command>> = {
  'restore-check': {
    summary: 'after a restore: compare what rails were sent with the table; exit code 1 while anything is unsettled',
    positionals: [],
    options: { since: { type: 'string' }, settle: { type: 'boolean' }, release: { type: 'boolean' } },
    help: `  --since TIME         the restore point, ISO 8601 with a time zone; an hour before it is looked at too
  --settle             write back the payouts that rails have and the table has lost
  --release            resume the organizations that this check suspended and now finds settled
`,
    input: (_positionals, { settle, release, ...values }) => ({
      since: textOf(values, 'since'),
      settle: settle === true,
      release: release === true,
    }),
    intent: ({ since, settle, release }) =>
      `compare what rails were sent since ${since} with the table, suspend organizations in which something is unsettled${
        settle ? ', write back payouts that are lost' : ''
      }${release ? ', resume those it suspended that are settled' : ''}`,
    paged: true,
  },
};
