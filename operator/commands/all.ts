import type { Command } from './command.ts';
import { connectionCommands } from './connections.ts';
import { moneyCommands } from './money.ts';
import { organizationCommands } from './organizations.ts';
import { restoreCommands } from './restore.ts';
import { screeningCommands } from './screening.ts';
import { secretCommands } from './secrets.ts';
import { workCommands } from './work.ts';

const canaryCommands: Readonly<Record<string, Command>> = {
  canary: {
    summary:
      "Create the canary's organization, or renew its API key; run once after the first deployment with a canary",
    positionals: [],
    intent: () => "issue an API key for the canary's KMS key, and revoke the previous one",
  },
};

const readingCommands: Readonly<Record<string, Command>> = {
  show: { positionals: ['organizationId'] },
  check: {
    summary:
      "Recompute an organization's books (money, events, due work) and report discrepancies; exit code 1 if there are any",
    positionals: ['organizationId'],
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
