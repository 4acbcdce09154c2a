import type { Command } from './command.ts';

/** The steps after a rotation. */
const then: Readonly<Record<string, string>> = {
  origin: 'deploy the edge with its version afterwards',
  sealing: 'it seals at once, and the keys before it still open',
};

/** Commands for the secrets of a stage. */
export const secretCommands: Readonly<Record<string, Command>> = {
  'rotate-secret': {
    positionals: ['secret'],
    fields: { reason: { value: 'TEXT' } },
    intent: ({ secret, reason }) => `replace the ${secret} secret (${then[String(secret)] ?? ''}): ${reason}`,
  },
};
