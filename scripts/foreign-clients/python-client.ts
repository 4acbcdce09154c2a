import { join } from 'node:path';
import type { Commands } from '../support/commands.ts';
import { installPython } from '../support/python.ts';
import { say } from '../support/say.ts';

/** Pinned, because what is generated changes from release to release. `cryptography` signs. */
const versions = { 'openapi-python-client': '0.29.1', cryptography: '50.0.2' };
const source = join(import.meta.dirname, 'python');

/**
 * Generates a client by openapi-python-client, compiles it and makes signed calls with it.
 * @param document path of the API's description
 * @param target where the calls go and who makes them, as environment variables
 * @throws Error when the generator leaves anything out, or a call is not answered as described
 */
export async function tryPythonClient(
  commands: Commands,
  document: string,
  target: Readonly<Record<string, string>>,
): Promise<void> {
  const python = await installPython(commands, versions);
  const output = join(commands.directory, 'python-client');
  const options = ['--config', join(source, 'generator.yaml'), '--output-path', output, '--fail-on-warning'];
  await commands.run([python.program('openapi-python-client'), 'generate', '--path', document, ...options]);
  await commands.run([python.program('python3'), '-m', 'compileall', '-q', output]);
  say('Python: the generated client compiles');
  const environment = { ...target, PYTHONPATH: output, PYTHONDONTWRITEBYTECODE: '1' };
  await commands.run([python.program('python3'), join(source, 'main.py')], environment);
  say('Python: a signed read and a signed write were answered as described');
}
