import type { Command } from './command.ts';
import { moneyCommands } from './money-commands.ts';
import { organizationCommands } from './organization-commands.ts';
import { restoreCommands } from './restore-commands.ts';
import { secretCommands } from './secret-commands.ts';
import { workCommands } from './work-commands.ts';

const organization = ([organizationId]: readonly string[]) => ({ organizationId });

const readingCommands: Readonly<Record<string, Command>> = {
  show: {
    summary: 'show an organization: what it is, has and waits for',
    positionals: ['ORGANIZATION'],
    options: {},
    help: '',
    input: organization,
  },
  check: {
    summary: 'recompute its ledger and feed, and say what does not add up; exit code 1 if anything does not',
    positionals: ['ORGANIZATION'],
    options: {},
    help: '',
    input: organization,
    paged: true,
  },
};

/** Every command by its name, which is that of its operation. */
export const commands: Readonly<Record<string, Command>> = {
  ...organizationCommands,
  ...moneyCommands,
  ...workCommands,
  ...secretCommands,
  ...restoreCommands,
  ...readingCommands,
};
