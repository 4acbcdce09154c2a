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
const reasonHelp = '  --reason TEXT        why, and who asked for it; kept with the proposal\n';

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
    summary: 'list connections to providers, the newest first',
    positionals: [],
    options: { after: { type: 'string' } },
    help: '  --after CONNECTION   go on behind it, as `next` of the answer before says\n',
    input: (_positionals, values) => ({ do: 'list', after: textOf(values, 'after') }),
  },
  connect: {
    operation,
    summary: 'try a connection to a provider, and propose it to a second operator',
    positionals: ['PROVIDER'],
    options: { ...withReason, settings: { type: 'string' }, credentials: { type: 'string' } },
    help: `  --settings FILE      JSON: what never changes, see docs/connections.md
  --credentials FILE   JSON, which you alone can read; sealed before it leaves this machine
${reasonHelp}`,
    input: ([provider], values) => ({
      do: 'connect',
      provider,
      settings: jsonIn('--settings', textOf(values, 'settings')),
      credentials: credentialsIn(textOf(values, 'credentials')),
      reason: textOf(values, 'reason'),
    }),
    sealInput: sealNew,
    intent: ({ connectionId, provider }) => `try ${provider} and propose it as ${connectionId}`,
  },
  'check-connection': {
    operation,
    summary: 'try a connection again as it was tried when it was made; exit code 1 if anything has changed',
    positionals: ['CONNECTION'],
    options: {},
    help: '',
    input: ([connectionId]) => ({ do: 'check', connectionId }),
  },
  'renew-credentials': {
    operation,
    summary: 'try other credentials of a connection, and propose them to a second operator; they name the same account',
    positionals: ['CONNECTION'],
    options: { ...withReason, credentials: { type: 'string' } },
    help: `  --credentials FILE   JSON, which you alone can read; sealed before it leaves this machine
${reasonHelp}`,
    input: ([connectionId], values) => ({
      do: 'renew',
      connectionId,
      credentials: credentialsIn(textOf(values, 'credentials')),
      reason: textOf(values, 'reason'),
    }),
    sealInput: sealRenewed,
    intent: ({ connectionId }) => `propose other credentials of ${connectionId}`,
  },
  disconnect: changing(
    'disconnect',
    'propose to a second operator that nothing new begins on a connection; what was begun is finished there',
    ({ connectionId }) => `propose that nothing new begins on ${connectionId}`,
  ),
  reconnect: changing(
    'reconnect',
    'try a connection that was disconnected, and propose to a second operator that new things begin on it again',
    ({ connectionId }) => `try ${connectionId} and propose that new things begin on it again`,
  ),
  'halt-connection': changing(
    'halt',
    'stop whatever sends through a connection, at once, also what was begun',
    ({ connectionId }) => `stop whatever sends through ${connectionId}, at once`,
  ),
  'resume-connection': changing(
    'resume',
    'propose to a second operator that a halted connection sends again',
    ({ connectionId }) => `propose that ${connectionId} sends again`,
  ),
  'pause-token': ofToken(
    'pause-token',
    'stop at once that a token of a chain funds payouts; transfers of it are still recorded',
    ({ connectionId, token }) => `stop at once that ${token} of ${connectionId} funds payouts`,
  ),
  'resume-token': ofToken(
    'resume-token',
    'propose to a second operator that a paused token funds payouts again',
    ({ connectionId, token }) => `propose that ${token} of ${connectionId} funds payouts again`,
  ),
  'allow-funding': {
    ...changing(
      'allow-funding',
      'propose to a second operator that payouts above the day’s limit of a connection are funded after all',
      ({ connectionId, dollars }) => `propose that ${dollars} dollars fund payouts of ${connectionId} above its limit`,
    ),
    options: { ...withReason, amount: { type: 'string' } },
    help: `  --amount DOLLARS     in whole dollars; what is not used within 24 hours is allowed no longer
${reasonHelp}`,
    input: ([connectionId], values) => ({
      do: 'allow-funding',
      connectionId,
      dollars: Number(textOf(values, 'amount')),
      reason: textOf(values, 'reason'),
    }),
  },
  'use-connection': naming(
    'propose to a second operator that a connection serves whatever an organization begins from then on',
    ({ organizationId, connectionId }) =>
      `propose that ${connectionId} serves whatever ${organizationId} begins from then on`,
  ),
  'provision-wallet': naming(
    'propose to a second operator that the vault of a connection pays wallets for an organization',
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
  if (file === undefined) throw new UsageError('--credentials is missing: a file that you alone can read.');
  const text = readSecretFile('--credentials', file);
  refuseNoJson('--credentials', file, text);
  return text;
}

function jsonIn(option: string, file: string | undefined): unknown {
  if (file === undefined) throw new UsageError(`${option} is missing: a file with JSON.`);
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
