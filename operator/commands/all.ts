import { type Command, textOf } from './command.ts';
import { connectionCommands } from './connections.ts';
import { LostReport } from './lost-report.ts';
import { moneyCommands } from './money.ts';
import { organizationCommands } from './organizations.ts';
import { restoreCommands } from './restore.ts';
import { screeningCommands } from './screening.ts';
import { secretCommands } from './secrets.ts';
import { workCommands } from './work.ts';

const organization = ([organizationId]: readonly string[]) => ({ organizationId });

const canaryCommands: Readonly<Record<string, Command>> = {
  canary: {
    summary:
      "create the canary's organization, or renew its API key; run once after the first deployment with a canary",
    positionals: [],
    options: {},
    help: '',
    input: () => ({}),
    intent: () => "issue an API key for the canary's KMS key, and revoke the previous one",
  },
};

const readingCommands: Readonly<Record<string, Command>> = {
  show: {
    summary: 'show an organization: its settings, its balances and the work it is waiting for',
    positionals: ['ORGANIZATION'],
    options: {},
    help: '',
    input: organization,
  },
  check: {
    summary:
      "recompute an organization's books (money, events, due work) and report discrepancies; exit code 1 if there are any",
    positionals: ['ORGANIZATION'],
    options: {},
    help: '',
    input: organization,
    paged: true,
  },
  lost: {
    summary:
      'after a restore: compare the archived changes with the table and report what is missing; exit code 1 if anything is',
    positionals: [],
    options: { since: { type: 'string' } },
    help: '  --since TIME         the restore point, ISO 8601 with a time zone\n',
    input: (_positionals, values) => ({ since: textOf(values, 'since') }),
    paged: true,
    collector: () => new LostReport(),
  },
};

/** Every command by its name, which is that of its operation. */
export const commands: Readonly<Record<string, Command>> = {
  ...organizationCommands,
  ...moneyCommands,
  ...workCommands,
  ...secretCommands,
  ...restoreCommands,
  ...canaryCommands,
  ...screeningCommands,
  ...connectionCommands,
  ...readingCommands,
};
