import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStack } from '../local/stack.ts';
import { deliveryTests } from './docs/delivery-tests.ts';
import { type Commands, createCommands } from './support/commands.ts';
import { prove } from './support/prove.ts';
import { installPython } from './support/python.ts';
import { say } from './support/say.ts';

const examples = join(import.meta.dirname, '../examples');
/** As the page about signing asks for. */
const packages = { cryptography: '50.0.2' };

/** Runs the programs in Python and Go that the documentation shows. Those in TypeScript and for curl are run by a test. */
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
    if (spawnSync('go', ['version']).error)
      return 'Python. SKIPPED: there is no Go here, so its programs were not run.';
    await commands.run(['go', 'run', join(examples, 'signing/sign.go')], { ...environment, ...goSettings(commands) });
    await runGoTest(commands, delivery.go);
    return 'The programs in Python and Go that the documentation shows work.';
  },
});

/** The page's file and a test beside it, in a module of their own. */
async function runGoTest(commands: Commands, test: string): Promise<void> {
  const folder = join(commands.directory, 'webhooks');
  mkdirSync(folder);
  copyFileSync(join(examples, 'webhooks/verify.go'), join(folder, 'verify.go'));
  writeFileSync(join(folder, 'verify_test.go'), test);
  writeFileSync(join(folder, 'go.mod'), 'module webhooks\n');
  await commands.run(['go', 'test', '.'], goSettings(commands), folder);
}

/** Nothing is downloaded, neither a package nor another Go. */
function goSettings({ directory }: Commands): Record<string, string> {
  return { GOCACHE: join(directory, 'go-cache'), GOPATH: join(directory, 'go'), GOPROXY: 'off', GOTOOLCHAIN: 'local' };
}
