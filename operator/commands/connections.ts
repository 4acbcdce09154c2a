import { readIfThere } from '../../local/data/files.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import type { KnownSettings } from '../../shared/ports/connections.ts';
import { kindOf, readSettings } from '../../shared/providers/connection-trials.ts';
import type { Target } from '../target/target.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, type Input, textOf, type Values } from './command.ts';
import { readSecretFile } from './secret-file.ts';

const operation = 'connections';
const reason = { value: 'TEXT' };

/** Commands about one connection that need nothing but a reason. */
function changing(doing: string, summary: string, intent: (input: Input) => string): Command {
  return { operation, fixed: { do: doing }, summary, positionals: ['connectionId'], fields: { reason }, intent };
}

/** Commands that name a connection for an organization. */
function naming(summary: string, intent: (input: Input) => string): Command {
  return { ...changing('use', summary, intent), positionals: ['organizationId', 'connectionId'] };
}

/** Commands about a token on the chain of a connection. */
function ofToken(doing: string, summary: string, intent: (input: Input) => string): Command {
  return { ...changing(doing, summary, intent), positionals: ['connectionId', 'token'] };
}

/** Credentials leave this machine sealed. */
const credentials = {
  value: 'FILE',
  help: 'JSON that only you can read. It is sealed before it leaves this machine.',
};

/** Commands about connections to providers. */
export const connectionCommands: Readonly<Record<string, Command>> = {
  connections: {
    operation,
    fixed: { do: 'list' },
    summary: 'List connections to providers, newest first',
    positionals: [],
    fields: { after: { value: 'CONNECTION' } },
  },
  connect: {
    operation,
    fixed: { do: 'connect' },
    summary: 'Test a connection to a provider, and propose it to another operator',
    positionals: ['provider'],
    fields: {
      connectionId: 'made',
      settings: { value: 'FILE', help: 'JSON with the permanent settings, see docs/connections.md.', read: settingsIn },
      sealed: 'made',
      reason,
    },
    extra: { credentials },
    complete: ({ settings, ...input }, values) => {
      if (settings === undefined) throw new UsageError('--settings is missing: give a JSON file.');
      return { ...input, settings, credentials: credentialsIn(values) };
    },
    sealInput: sealNew,
    intent: ({ connectionId, provider }) => `test ${provider} and propose it as ${connectionId}`,
  },
  'check-connection': {
    operation,
    fixed: { do: 'check' },
    summary: 'Test a connection again as when it was created; exit code 1 if anything has changed',
    positionals: ['connectionId'],
  },
  'renew-credentials': {
    operation,
    fixed: { do: 'renew' },
    summary:
      'Test new credentials of a connection, and propose them to another operator; they must be for the same account',
    positionals: ['connectionId'],
    fields: { sealed: 'made', reason },
    extra: { credentials },
    complete: (input, values) => ({ ...input, credentials: credentialsIn(values) }),
    sealInput: sealRenewed,
    intent: ({ connectionId }) => `propose new credentials for ${connectionId}`,
  },
  disconnect: changing(
    'disconnect',
    'Propose to another operator that a connection gets no new work; work in progress is finished on it',
    ({ connectionId }) => `propose that ${connectionId} gets no new work`,
  ),
  reconnect: changing(
    'reconnect',
    'Test a disconnected connection, and propose to another operator that it gets new work again',
    ({ connectionId }) => `test ${connectionId} and propose that it gets new work again`,
  ),
  'halt-connection': changing(
    'halt',
    'Stop everything that sends through a connection at once, including work in progress',
    ({ connectionId }) => `stop everything that sends through ${connectionId} at once`,
  ),
  'resume-connection': changing(
    'resume',
    'Propose to another operator that a halted connection sends again',
    ({ connectionId }) => `propose that ${connectionId} sends again`,
  ),
  'pause-token': ofToken(
    'pause-token',
    "Stop a chain's token from funding payouts at once; its transfers are still recorded",
    ({ connectionId, token }) => `stop ${token} on ${connectionId} from funding payouts at once`,
  ),
  'resume-token': ofToken(
    'resume-token',
    'Propose to another operator that a paused token funds payouts again',
    ({ connectionId, token }) => `propose that ${token} on ${connectionId} funds payouts again`,
  ),
  'allow-funding': {
    ...changing(
      'allow-funding',
      "Propose to another operator that payouts above a connection's daily limit are funded",
      ({ connectionId, dollars }) => `propose that ${dollars} dollars fund payouts on ${connectionId} above its limit`,
    ),
    fields: { dollars: { option: 'amount', value: 'DOLLARS' }, reason },
  },
  'use-connection': naming(
    'Propose to another operator that a connection serves everything an organization starts from then on',
    ({ organizationId, connectionId }) =>
      `propose that ${connectionId} serves everything ${organizationId} starts from then on`,
  ),
  'provision-wallet': naming(
    "Propose to another operator that a connection's vault pays wallets for an organization",
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

/** @throws UsageError for input that the service would refuse */
async function readAsService(provider: string, settings: unknown): Promise<KnownSettings> {
  // Their code takes a while to load, and no other command needs it.
  const { connectionKinds } = await import('../../shared/providers/connection-kinds.ts');
  try {
    return readSettings(kindOf(provider, connectionKinds), settings);
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\nNothing was sent.`);
  }
}

/** Asks the service what the credentials must be bound to, because they cannot be opened in any other context. */
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

function credentialsIn(values: Values): string {
  const file = textOf(values, 'credentials');
  if (file === undefined) throw new UsageError('--credentials is missing: give a file that only you can read.');
  const text = readSecretFile('--credentials', file);
  refuseNoJson('--credentials', file, text);
  return text;
}

function settingsIn(file: string): unknown {
  const text = readIfThere(file);
  if (text === undefined) throw new UsageError(`--settings: there is no file ${file}.`);
  return refuseNoJson('--settings', file, text);
}

/** The text itself is not printed, because it may be a secret. */
function refuseNoJson(option: string, file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${option}: ${file} is not JSON.`);
  }
}
