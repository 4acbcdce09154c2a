import { type Command, textOf } from './command.ts';

/** What has to follow a rotation. */
const then: Readonly<Record<string, string>> = {
  origin: 'deploy the edge with its version afterwards',
  sealing: 'it seals at once, and the keys before it still open',
};

/** Commands for the secrets of a stage. */
export const secretCommands: Readonly<Record<string, Command>> = {
  'rotate-secret': {
    summary: 'replace a secret of the stage; no request is refused meanwhile, see the runbook',
    positionals: ['origin|sealing'],
    options: { reason: { type: 'string' } },
    help: '  --reason TEXT        the reason for the change; logged\n',
    input: ([secret], values) => ({ secret, reason: textOf(values, 'reason') }),
    intent: ({ secret, reason }) => `replace the ${secret} secret (${then[String(secret)] ?? ''}): ${reason}`,
  },
};
