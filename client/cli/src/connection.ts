import { type Command, Option } from 'commander';
import { Sluice } from '../../src/index.ts';
import { UsageError } from './input/fault.ts';
import { readKeyText } from './input/key-text.ts';
import type { Service } from './runs/service.ts';
import type { World } from './world.ts';

export interface ConnectionOptions {
  readonly config?: string;
  readonly baseUrl?: string;
  readonly organization?: string;
  readonly keyId?: string;
  readonly keyFile?: string;
}

/** Adds the options for the address of the service and the credentials. */
export function addConnectionOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--config <file>', 'JSON with baseUrl, organizationId and apiKey { id, privateKey }').env(
        'SLUICE_CONFIG',
      ),
    )
    .addOption(new Option('--base-url <url>', 'base URL of the service').env('SLUICE_BASE_URL'))
    .addOption(new Option('--organization <id>', 'id of the paying organization').env('SLUICE_ORGANIZATION_ID'))
    .addOption(new Option('--key-id <id>', 'id of the API key, akid_…').env('SLUICE_KEY_ID'))
    .addOption(new Option('--key-file <file>', 'file with the private key: P-256, PKCS#8 PEM').env('SLUICE_KEY_FILE'));
}

interface Settings {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly apiKey: { readonly id: string; readonly privateKey: string };
}

/** Longer than the client's default, because a command has time, and a rate limit lasts a minute. */
const maxRetries = 8;

/** @throws UsageError naming what is missing or unusable */
export function connect(options: ConnectionOptions, { signal, openNetwork, fetch, clock, pause }: World): Service {
  openNetwork?.();
  const sluice = new Sluice({ ...readSettings(options), fetch, clock, maxRetries });
  return { sluice, signal, pause };
}

/** Options take precedence over the configuration file. */
function readSettings(options: ConnectionOptions): Settings {
  const file = options.config === undefined ? {} : readConfig(options.config);
  const baseUrl = options.baseUrl ?? file.baseUrl;
  const organizationId = options.organization ?? file.organizationId;
  const id = options.keyId ?? file.apiKey?.id;
  const privateKey = options.keyFile === undefined ? file.apiKey?.privateKey : readKeyText(options.keyFile);
  const missing = [
    ...(baseUrl ? [] : ['--base-url']),
    ...(organizationId ? [] : ['--organization']),
    ...(id ? [] : ['--key-id']),
    ...(privateKey ? [] : ['--key-file']),
  ];
  if (!baseUrl || !organizationId || !id || !privateKey) {
    throw new UsageError(`Missing: ${missing.join(', ')}. Alternatively, give --config FILE with all of them.`);
  }
  refuseAddress(baseUrl);
  return { baseUrl, organizationId, apiKey: { id, privateKey } };
}

const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A signed request can be read by anyone on the network path unless it is encrypted. */
function refuseAddress(baseUrl: string): void {
  if (!URL.canParse(baseUrl)) throw new UsageError(`--base-url ${baseUrl} is not a URL.`);
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || (protocol === 'http:' && thisMachine.test(hostname))) return;
  throw new UsageError(
    `--base-url ${baseUrl} is not encrypted: use https://. Only a service on this machine can use http://.`,
  );
}

/** No content of the file may appear in a message. */
function readConfig(path: string): Partial<Settings> {
  try {
    const value = JSON.parse(readKeyText(path)) as unknown;
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (error instanceof UsageError) throw error;
  }
  throw new UsageError(`${path} is not JSON with baseUrl, organizationId and apiKey.`);
}
