import { generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Quickstart } from '../../../local/data/quickstart.ts';
import { startStack } from '../../../local/stack.ts';
import { type Commands, createCommands } from '../../../scripts/support/commands.ts';
import { installNpm, type NpmTool } from '../../../scripts/support/npm.ts';
import { prove } from '../../../scripts/support/prove.ts';
import { say } from '../../../scripts/support/say.ts';

const collections = join(import.meta.dirname, '../../../docs/generated/collections');

interface Tried {
  /** Folder and operation. */
  readonly path: string;
  /** The operation's summary. */
  readonly name: string;
  readonly status: number;
  readonly signed: boolean;
}

/** Reads and a write that are signed, a read that only people may make, and one that anybody may. */
const tried: readonly Tried[] = [
  { path: 'balance/getBalance', name: 'Read the balance', status: 200, signed: true },
  { path: 'sandbox/fundSandbox', name: 'Top up the sandbox balance', status: 201, signed: true },
  { path: 'rates/getIndicativeRate', name: 'Get an indicative rate', status: 200, signed: true },
  { path: 'members/listMembers', name: 'List members and open invitations', status: 200, signed: false },
  { path: 'meta/getHealth', name: 'Check the health of the service', status: 200, signed: false },
];

type Values = Readonly<Record<string, string>>;
/** Of each request that is tried; undefined where it was not answered. */
type Statuses = readonly (number | undefined)[];
type Runner = (values: Values) => Promise<Statuses>;

/**
 * Sends requests of both collections to the one-machine stack, each by the tool's own runner: the signatures are accepted,
 * and with the id of a key that does not belong to the private key they are not.
 */
await prove({
  deadlineMs: 600_000,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const runners = await installNpm(commands, 'collections');
    const dataDirectory = join(commands.directory, 'data');
    const stack = await startStack({ host: '127.0.0.1', port: 0, dataDirectory, quiet: true, terminal: say });
    cleanup.add(stack.stop);
    const { baseUrl, organizationId, apiKey, sessions }: Quickstart = JSON.parse(
      readFileSync(stack.files.quickstart, 'utf8'),
    );
    const values = {
      baseUrl,
      organizationId,
      apiKeyId: apiKey.id,
      privateKey: apiKey.privateKey,
      sessionToken: sessions.owner,
    };
    const forged = { ...values, privateKey: newPrivateKey() };
    for (const [name, run] of [
      ['Postman', postman(commands, runners)],
      ['Bruno', bruno(commands, runners)],
    ] as const) {
      expectAnswers(name, await run(values), ({ status }) => status);
      expectAnswers(name, await run(forged), ({ status, signed }) => (signed ? 401 : status));
    }
    return 'Requests of both collections were accepted with the right key, and only with it.';
  },
});

function expectAnswers(name: string, statuses: Statuses, expected: (request: Tried) => number): void {
  const got = JSON.stringify(statuses);
  const wanted = JSON.stringify(tried.map(expected));
  if (got !== wanted) throw new Error(`${name}: ${tried.map(({ path }) => path)} answered ${got}, not ${wanted}`);
  say(`${name}: ${tried.length} requests answered ${got}`);
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
}

/** Postman's runner. */
function postman(commands: Commands, runners: NpmTool): Runner {
  const collection = join(collections, 'sluice.postman_collection.json');
  return async (values) => {
    const [environment, report] = filesIn(commands, 'postman-environment.json', 'postman-report.json');
    writeValues(environment, values);
    const newman = [runners.program('newman'), 'run', collection, '--environment', environment];
    const chosen = tried.flatMap(({ name }) => ['--folder', name]);
    await commands.run([...newman, ...chosen, '--reporters', 'json', '--reporter-json-export', report]);
    const { run }: PostmanReport = JSON.parse(readFileSync(report, 'utf8'));
    return tried.map(({ name }) => run.executions.find(({ item }) => item.name === name)?.response?.code);
  };
}

interface PostmanReport {
  readonly run: {
    readonly executions: readonly { readonly item: { readonly name: string }; readonly response?: { code: number } }[];
  };
}

/** Bruno's runner, whose scripts run in its safe sandbox. */
function bruno(commands: Commands, runners: NpmTool): Runner {
  return async (values) => {
    const [folder, environment, report] = filesIn(commands, 'bruno', 'bruno-environment.json', 'bruno-report.json');
    cpSync(join(collections, 'bruno'), folder, { recursive: true });
    writeValues(environment, values);
    const run = [runners.program('bru'), 'run', ...tried.map(({ path }) => `${path}.bru`)];
    const options = ['--env-file', environment, '--output', report, '--format', 'json'];
    await commands.run([...run, ...options], {}, folder);
    const [{ results }]: readonly [BrunoReport] = JSON.parse(readFileSync(report, 'utf8'));
    return tried.map(({ path }) => results.find(({ test }) => test.filename === `${path}.bru`)?.response.status);
  };
}

interface BrunoReport {
  readonly results: readonly { readonly test: { filename: string }; readonly response: { status: number } }[];
}

function filesIn<const Names extends readonly string[]>({ directory }: Commands, ...names: Names) {
  return names.map((name) => join(directory, name)) as { [Index in keyof Names]: string };
}

/** An environment, in the form that both runners read. */
function writeValues(path: string, values: Values): void {
  const all = Object.entries(values).map(([name, value]) => ({ name, key: name, value, enabled: true, type: 'text' }));
  writeFileSync(path, JSON.stringify({ name: 'proof', values: all, variables: all }), { mode: 0o600 });
}
