import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { say } from '../../../scripts/support/say.ts';
import { type Outcome, openApiGenerator, type Workshop } from './workshop.ts';

/**
 * Pinned, because what is generated changes from release to release. `cryptography` signs, and the last two are what the client
 * of openapi-generator needs besides.
 */
export const pythonPackages = {
  'openapi-python-client': '0.29.1',
  'openapi-generator-cli': '7.25.0',
  cryptography: '50.0.2',
  'python-dateutil': '4.0.0',
  urllib3: '2.8.0',
};

const source = join(import.meta.dirname, 'python');

/**
 * Generates two clients in Python, by openapi-python-client and by openapi-generator, compiles them and makes signed calls.
 * @throws Error when a generator leaves anything out, or a call is not answered as described
 */
export async function tryPythonClients(workshop: Workshop): Promise<Outcome> {
  const { commands, description, description30, target } = workshop;
  const python = await workshop.python;
  const folder = join(commands.directory, 'python');
  const generated = join(folder, 'openapi-generator');
  mkdirSync(folder);
  // The generator formats what it has made by `ruff`, which it finds by the path.
  const path = [dirname(python.program('ruff')), process.env.PATH].join(delimiter);
  const generate = [python.program('openapi-python-client'), 'generate', '--path', description, '--fail-on-warning'];
  await commands.run(generate, { PATH: path }, folder);
  await openApiGenerator(workshop, description30, 'python', generated);
  await commands.run([python.program('python3'), '-m', 'compileall', '-q', folder]);
  say('Python: the clients of openapi-python-client and openapi-generator compile');
  const imports = [join(folder, 'sluice-client'), generated].join(delimiter);
  const environment = { ...target, PYTHONPATH: imports, PYTHONDONTWRITEBYTECODE: '1' };
  for (const program of ['with_openapi_python_client.py', 'with_openapi_generator.py']) {
    await commands.run([python.program('python3'), join(source, program)], environment);
  }
  say('Python: signed writes and reads were answered as described');
  return { played: 2 };
}
