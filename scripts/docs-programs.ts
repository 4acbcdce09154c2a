import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStack } from '../local/stack.ts';
import { deliveryTests } from './docs/delivery-tests.ts';
import { goProgram, pythonProgram } from './docs/samples/programs.ts';
import { keyId, organizationId, sampled, startStoryServer } from './docs/samples/story-server.ts';
import { type Commands, createCommands } from './support/commands.ts';
import { prove } from './support/prove.ts';
import { installPython } from './support/python.ts';
import { say } from './support/say.ts';

const examples = join(import.meta.dirname, '../examples');
/** The requirements stated on the page about signing. */
const packages = { cryptography: '50.0.2' };

/** Runs the Python and Go programs that the documentation shows. A test runs those in TypeScript and for curl. */
await prove({
  deadlineMs: 600_000,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const python = (await installPython(commands, packages)).program('python3');
    const dataDirectory = join(commands.directory, 'data');
    const stack = await startStack({ host: '127.0.0.1', port: 0, dataDirectory, quiet: true, terminal: say });
    cleanup.add(stack.stop);
    const environment = {
      SLUICE_BASE_URL: stack.baseUrl,
      SLUICE_ORGANIZATION_ID: stack.organizationId,
      SLUICE_KEY_ID: stack.apiKeyId,
      SLUICE_KEY_FILE: stack.files.privateKey,
    };
    const delivery = deliveryTests();
    await commands.run([python, join(examples, 'signing/sign.py')], environment);
    await commands.run([python, '-c', delivery.python], { PYTHONPATH: join(examples, 'webhooks') });
    say('Python: a signed call was accepted, a delivery was verified and a forged one refused');
    await trySamples(commands, 'Python', async (settings) => {
      writeFileSync(join(commands.directory, 'samples.py'), pythonProgram());
      await commands.run([python, join(commands.directory, 'samples.py')], settings);
    });
    if (spawnSync('go', ['version']).error)
      return 'Python. SKIPPED: there is no Go here, so its programs were not run.';
    await commands.run(['go', 'run', join(examples, 'signing/sign.go')], { ...environment, ...goSettings(commands) });
    await runGoTest(commands, delivery.go);
    await trySamples(commands, 'Go', (settings) => runGoSamples(commands, settings));
    return 'The programs in Python and Go that the documentation shows work.';
  },
});

/** Lets a program call every operation in the same way as its sample. */
async function trySamples(
  { directory }: Commands,
  language: string,
  run: (settings: Record<string, string>) => Promise<void>,
): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyFile = join(directory, 'samples.pem');
  writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  const server = await startStoryServer(publicKey);
  try {
    await run({
      SLUICE_BASE_URL: server.baseUrl,
      SLUICE_ORGANIZATION_ID: organizationId,
      SLUICE_KEY_ID: keyId,
      SLUICE_KEY_FILE: keyFile,
    });
    assert.deepEqual(server.faults, []);
    assert.equal(server.called.length, sampled.length);
    say(`${language}: ${sampled.length} samples of the description sent what the story sent`);
  } finally {
    await server.stop();
  }
}

async function runGoSamples(commands: Commands, settings: Record<string, string>): Promise<void> {
  const folder = join(commands.directory, 'samples');
  mkdirSync(folder);
  copyFileSync(join(examples, 'samples/call.go'), join(folder, 'call.go'));
  writeFileSync(join(folder, 'main.go'), goProgram());
  writeFileSync(join(folder, 'go.mod'), 'module samples\n');
  await commands.run(['go', 'run', '.'], { ...settings, ...goSettings(commands) }, folder);
}

/** The page's file and a test next to it, in a separate module. */
async function runGoTest(commands: Commands, test: string): Promise<void> {
  const folder = join(commands.directory, 'webhooks');
  mkdirSync(folder);
  copyFileSync(join(examples, 'webhooks/verify.go'), join(folder, 'verify.go'));
  writeFileSync(join(folder, 'verify_test.go'), test);
  writeFileSync(join(folder, 'go.mod'), 'module webhooks\n');
  await commands.run(['go', 'test', '.'], goSettings(commands), folder);
}

/** Nothing is downloaded: no package and no other version of Go. */
function goSettings({ directory }: Commands): Record<string, string> {
  return { GOCACHE: join(directory, 'go-cache'), GOPATH: join(directory, 'go'), GOPROXY: 'off', GOTOOLCHAIN: 'local' };
}
