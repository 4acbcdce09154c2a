import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { registrySettings, toolCache } from '../../../scripts/support/installed.ts';
import { say } from '../../../scripts/support/say.ts';
import { type Outcome, openApiGenerator, shortLivedJava, type Workshop } from './workshop.ts';

const source = join(import.meta.dirname, 'java');
/** Runs a class among the libraries of its project. */
const runner = 'org.codehaus.mojo:exec-maven-plugin:3.5.1:java';
/** What Maven says when a library is not there and cannot be fetched. */
const unreachable = /Could not (transfer|find) artifact|Could not resolve dependencies|cannot be resolved/i;

/**
 * Generates a client by openapi-generator, compiles it by the project file that is generated with it, and makes signed calls.
 * @returns that it was skipped where Java's compiler or the libraries that the client needs cannot be had
 * @throws Error when the client does not compile, or a call is not answered as described
 */
export async function tryJavaClient(workshop: Workshop): Promise<Outcome> {
  const { commands, description, target } = workshop;
  const folder = join(commands.directory, 'java');
  await openApiGenerator(workshop, description, 'java', folder);
  const missing = ['javac', 'mvn'].filter((program) => spawnSync(program, ['-version']).status !== 0);
  if (missing.length > 0)
    return { skipped: `the client in Java was generated, not compiled (no ${missing.join(', ')})` };
  cpSync(join(source, 'Main.java'), join(folder, 'src/main/java/Main.java'));
  const mvn = ['mvn', '-B', '-q', `-Dmaven.repo.local=${join(toolCache, 'maven')}`];
  const environment = { ...registrySettings(/^(MAVEN_|M2_)/), MAVEN_OPTS: shortLivedJava.JAVA_TOOL_OPTIONS };
  try {
    await commands.run([...mvn, 'compile', runner, '-Dexec.mainClass=Main'], { ...environment, ...target }, folder);
  } catch (error) {
    if (!unreachable.test(String(error))) throw error;
    return { skipped: 'the client in Java was generated, not compiled (Maven cannot reach its libraries)' };
  }
  say('Java: the client of openapi-generator compiles; a signed write and read were answered as described');
  return { played: 1 };
}
