import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from './commands.ts';
import { registrySettings, toolCache } from './installed.ts';
import { say } from './say.ts';

/** A virtual environment with packages in it. */
export interface PythonEnvironment {
  /** The path of a program in it. */
  program(name: string): string;
}

/** Creates a virtual environment with exact package versions, or uses the one that an earlier run finished. */
export async function installPython(
  commands: Commands,
  versions: Readonly<Record<string, string>>,
): Promise<PythonEnvironment> {
  const directory = join(toolCache, Object.entries(versions).flat().join('-'));
  const environment = { program: (name: string) => join(directory, 'bin', name) };
  if (existsSync(join(directory, 'complete'))) return environment;
  say(`installing ${Object.keys(versions).join(', ')} from PyPI`);
  rmSync(directory, { recursive: true, force: true });
  await commands.run(['python3', '-m', 'venv', directory]).catch((error) => {
    throw new Error('Python 3.10 or later with venv is needed: `apt-get install python3-venv`', { cause: error });
  });
  const requirements = Object.entries(versions).map(([name, version]) => `${name}==${version}`);
  await commands.run(
    [environment.program('python3'), '-m', 'pip', 'install', '--quiet', ...requirements],
    registrySettings(/^(PIP_|REQUESTS_CA_)/i),
  );
  // An interrupted installation leaves no mark, so the next run starts again.
  await commands.run(['touch', join(directory, 'complete')]);
  return environment;
}
