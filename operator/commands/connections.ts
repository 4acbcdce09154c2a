import { readIfThere } from '../../local/data/files.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import type { KnownSettings } from '../../shared/ports/connections.ts';
import { kindOf, readSettings } from '../../shared/providers/connection-trials.ts';
import type { Target } from '../target/target.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, textOf } from './command.ts';
import { readSecretFile } from './secret-file.ts';

type Input = Readonly<Record<string, unknown>>;

const operation = 'connections';
const withReason = { reason: { type: 'string' } } as const;
const reasonHelp = '  --reason TEXT        the reason, and who requested it; kept with the proposal\n';

/** Commands that change a connection, or propose to. */
function changing(doing: string, summary: string, intent: (input: Input) => string): Command {
  return {
    operation,
    summary,
    positionals: ['CONNECTION'],
    options: withReason,
    help: reasonHelp,
    input: ([connectionId], values) => ({ do: doing, connectionId, reason: textOf(values, 'reason') }),
    intent,
  };
}

/** Commands that name a connection for an organization. */
function naming(summary: string, intent: (input: Input) => string): Command {
  return {
    operation,
    summary,
    positionals: ['ORGANIZATION', 'CONNECTION'],
    options: withReason,
    help: reasonHelp,
    input: ([organizationId, connectionId], values) => ({
      do: 'use',
      organizationId,
      connectionId,
      reason: textOf(values, 'reason'),
    }),
    intent,
  };
}

/** Commands about a token on the chain of a connection. */
function ofToken(doing: string, summary: string, intent: (input: Input) => string): Command {
  return {
    ...changing(doing, summary, intent),
    positionals: ['CONNECTION', 'TOKEN'],
    input: ([connectionId, token], values) => ({ do: doing, connectionId, token, reason: textOf(values, 'reason') }),
  };
}

/** Commands about connections to providers. */
export const connectionCommands: Readonly<Record<string, Command>> = {
  connections: {
    operation,
    summary: 'list connections to providers, newest first',
    positionals: [],
    options: { after: { type: 'string' } },
    help: '  --after CONNECTION   continue after this connection: the `next` of the previous answer\n',
    input: (_positionals, values) => ({ do: 'list', after: textOf(values, 'after') }),
  },
  connect: {
    operation,
    summary: 'test a connection to a provider, and propose it to another operator',
    positionals: ['PROVIDER'],
    options: { ...withReason, settings: { type: 'string' }, credentials: { type: 'string' } },
    help: `  --settings FILE      JSON with the permanent settings, see docs/connections.md
  --credentials FILE   JSON that only you can read; sealed before it leaves this machine
${reasonHelp}`,
    input: ([provider], values) => ({
      do: 'connect',
      provider,
      settings: jsonIn('--settings', textOf(values, 'settings')),
      credentials: credentialsIn(textOf(values, 'credentials')),
      reason: textOf(values, 'reason'),
    }),
    sealInput: sealNew,
    intent: ({ connectionId, provider }) => `test ${provider} and propose it as ${connectionId}`,
  },
  'check-connection': {
    operation,
    summary: 'test a connection again as when it was created; exit code 1 if anything has changed',
    positionals: ['CONNECTION'],
    options: {},
    help: '',
    input: ([connectionId]) => ({ do: 'check', connectionId }),
  },
  'renew-credentials': {
    operation,
    summary:
      'test new credentials of a connection, and propose them to another operator; they must be for the same account',
    positionals: ['CONNECTION'],
    options: { ...withReason, credentials: { type: 'string' } },
    help: `  --credentials FILE   JSON that only you can read; sealed before it leaves this machine
${reasonHelp}`,
    input: ([connectionId], values) => ({
      do: 'renew',
      connectionId,
      credentials: credentialsIn(textOf(values, 'credentials')),
      reason: textOf(values, 'reason'),
    }),
    sealInput: sealRenewed,
    intent: ({ connectionId }) => `propose new credentials for ${connectionId}`,
  },
  disconnect: changing(
    'disconnect',
    'propose to another operator that a connection gets no new work; work in progress is finished on it',
    ({ connectionId }) => `propose that ${connectionId} gets no new work`,
  ),
  reconnect: changing(
    'reconnect',
    'test a disconnected connection, and propose to another operator that it gets new work again',
    ({ connectionId }) => `test ${connectionId} and propose that it gets new work again`,
  ),
  'halt-connection': changing(
    'halt',
    'stop everything that sends through a connection at once, including work in progress',
    ({ connectionId }) => `stop everything that sends through ${connectionId} at once`,
  ),
  'resume-connection': changing(
    'resume',
    'propose to another operator that a halted connection sends again',
    ({ connectionId }) => `propose that ${connectionId} sends again`,
  ),
  'pause-token': ofToken(
    'pause-token',
    "stop a chain's token from funding payouts at once; its transfers are still recorded",
    ({ connectionId, token }) => `stop ${token} on ${connectionId} from funding payouts at once`,
  ),
  'resume-token': ofToken(
    'resume-token',
    'propose to another operator that a paused token funds payouts again',
    ({ connectionId, token }) => `propose that ${token} on ${connectionId} funds payouts again`,
  ),
  'allow-funding': {
    ...changing(
      'allow-funding',
      "propose to another operator that payouts above a connection's daily limit are funded",
      ({ connectionId, dollars }) => `propose that ${dollars} dollars fund payouts on ${connectionId} above its limit`,
    ),
    options: { ...withReason, amount: { type: 'string' } },
    help: `  --amount DOLLARS     in whole dollars; the allowance expires after 24 hours
${reasonHelp}`,
    input: ([connectionId], values) => ({
      do: 'allow-funding',
      connectionId,
      dollars: Number(textOf(values, 'amount')),
      reason: textOf(values, 'reason'),
    }),
  },
  'use-connection': naming(
    'propose to another operator that a connection serves everything an organization starts from then on',
    ({ organizationId, connectionId }) =>
      `propose that ${connectionId} serves everything ${organizationId} starts from then on`,
  ),
  'provision-wallet': naming(
    "propose to another operator that a connection's vault pays wallets for an organization",
    ({ organizationId, connectionId }) =>
      `propose that the vault of ${connectionId} pays wallets for ${organizationId}`,
  ),
};

async function sealNew({ credentials, ...input }: Input, target: Target): Promise<Input> {
  const provider = String(input.provider);
  const { port, mode, settings } = await readAsService(provider, input.settings);
  const connectionId = createIds().next('conn', Date.now());
  const sealed = await target.seal(String(credentials), { connectionId, provider, port, mode, settings });
  return { ...input, connectionId, sealed };
}

/** @throws UsageError for what the service would refuse */
async function readAsService(provider: string, settings: unknown): Promise<KnownSettings> {
  // Their code takes a while to load, and no other command needs it.
  const { connectionKinds } = await import('../../shared/providers/connection-kinds.ts');
  try {
    return readSettings(kindOf(provider, connectionKinds), settings);
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\nNothing was sent.`);
  }
}

/** What the credentials are bound to is asked of the service: they cannot be opened for anything else. */
async function sealRenewed({ credentials, ...input }: Input, target: Target): Promise<Input> {
  const answer = await target.perform(operation, { input: { do: 'show', connectionId: input.connectionId } });
  if ('error' in answer) throw new Error(`${answer.error.type}: ${answer.error.detail}`);
  const { connectionId, provider, port, mode, settings } = answer.result as Shown;
  const sealedFor = { connectionId, provider, port, mode, settings: JSON.stringify(settings) };
  return { ...input, sealed: await target.seal(String(credentials), sealedFor) };
}

interface Shown {
  readonly connectionId: string;
  readonly provider: string;
  readonly port: string;
  readonly mode: 'live' | 'sandbox';
  readonly settings: object;
}

function credentialsIn(file: string | undefined): string {
  if (file === undefined) throw new UsageError('--credentials is missing: give a file that only you can read.');
  const text = readSecretFile('--credentials', file);
  refuseNoJson('--credentials', file, text);
  return text;
}

function jsonIn(option: string, file: string | undefined): unknown {
  if (file === undefined) throw new UsageError(`${option} is missing: give a JSON file.`);
  const text = readIfThere(file);
  if (text === undefined) throw new UsageError(`${option}: there is no file ${file}.`);
  return refuseNoJson(option, file, text);
}

/** The text itself is not told: it may be a secret. */
function refuseNoJson(option: string, file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${option}: ${file} is not JSON.`);
  }
}
