import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Cleanup } from '../../local/process/cleanup.ts';
import { type GuardedOptions, type GuardedProcess, startGuarded } from '../../local/process/guarded-process.ts';

type Environment = Readonly<Record<string, string>>;
type Showing = Pick<GuardedOptions, 'cwd' | 'onOutput'>;

/** Starts processes that end with this one, each with a separate environment. */
export interface Commands {
  /** Home, temporary files and output of all started processes. Deleted at the end. */
  readonly directory: string;
  /** Starts a process that keeps running. */
  start(command: readonly string[], environment?: Environment): GuardedProcess;
  /**
   * Waits until the process has ended.
   * @param cwd the working directory of this process when absent
   * @throws Error with the end of its output when it fails
   */
  run(command: readonly string[], environment?: Environment, cwd?: string): Promise<void>;
  /**
   * Runs a process in the directory and shows its output.
   * @returns the exit code.
   */
  show(command: readonly string[], environment?: Environment): Promise<number>;
}

/** MiniStack ends its Lambdas within a second. */
const graceSeconds = 10;

export function createCommands(cleanup: Cleanup): Commands {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-proof-'));
  cleanup.add(() => rmSync(directory, { recursive: true, force: true }));
  const base = baseEnvironment(directory);

  function start(command: readonly string[], environment: Environment = {}, showing: Showing = {}): GuardedProcess {
    const variables = Object.entries({ ...base, ...environment }).map(([name, value]) => `${name}=${value}`);
    // `env -i`: a profile, a proxy or an endpoint in the caller's environment must not direct anything to a real
    // account.
    const guarded = startGuarded('env', ['-i', ...variables, ...command], { graceSeconds, ...showing });
    cleanup.add(guarded.end);
    return guarded;
  }

  return {
    directory,
    start: (command, environment) => start(command, environment),
    show: (command, environment) =>
      start(command, environment, { cwd: directory, onOutput: (text) => process.stdout.write(text) }).exited,
    async run(command, environment, cwd) {
      const guarded = start(command, environment, cwd === undefined ? {} : { cwd });
      const code = await guarded.exited;
      if (code !== 0) throw new Error(`'${command.join(' ')}' ended with ${code}:\n${guarded.outputTail()}`);
    },
  };
}

/** The running Node comes first: CDK's app and the deployed functions need its version. */
function baseEnvironment(directory: string): Environment {
  const path = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  return { PATH: path, HOME: directory, TMPDIR: directory, LANG: 'C.UTF-8' };
}
