import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

export interface GuardedProcess {
  /** Settles with the exit code when the process and its guard have ended. Never rejects. */
  readonly exited: Promise<number>;
  /** The last few kilobytes of the process's output, for error messages. */
  readonly outputTail: () => string;
  /** Asks the process to end (SIGTERM, then SIGKILL after the grace period) and waits for it. */
  end(): Promise<number>;
}

export interface GuardedOptions {
  /** Between SIGTERM and SIGKILL, whole seconds. */
  readonly graceSeconds: number;
  /** Working directory; the current one by default. */
  readonly cwd?: string;
  /** A folder that only this process uses, removed after it has ended. */
  readonly scratch?: string;
  /** Receives the output of the process as it arrives. */
  readonly onOutput?: (text: string) => void;
}

/**
 * A process that is killed with kill -9 cannot end its children, but the kernel closes its pipes. The child therefore
 * runs under a shell that waits for that: when the pipe on its standard input closes, for any reason, the child is
 * ended. The reader is a shell builtin, so that only the guard and the child run until the child has ended.
 */
const guard = `
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
( while read -r _ <&3; do :; done
  kill -TERM "$child" 2>/dev/null || exit 0
  waited=0
  while [ "$waited" -lt "$((GUARD_GRACE_SECONDS * 10))" ]; do
    sleep 0.1
    waited=$((waited + 1))
    kill -0 "$child" 2>/dev/null || exit 0
  done
  kill -KILL "$child" 2>/dev/null ) >/dev/null 2>&1 &
watcher=$!
wait "$child"
status=$?
kill -KILL "$watcher" 2>/dev/null
[ -z "$GUARD_SCRATCH" ] || rm -rf "$GUARD_SCRATCH"
exit "$status"
`;

const OUTPUT_TAIL_CHARACTERS = 4096;

/** Starts a process that cannot outlive this one, however this one ends. */
export function startGuarded(
  command: string,
  args: readonly string[],
  { graceSeconds, cwd, scratch, onOutput }: GuardedOptions,
): GuardedProcess {
  // A separate process group: Ctrl-C in the terminal must reach only the stack, which then ends the child in order.
  const child =
    process.platform === 'win32'
      ? spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], cwd })
      : spawn('/bin/sh', ['-c', guard, 'guard', command, ...args], {
          stdio: ['pipe', 'pipe', 'pipe'],
          detached: true,
          cwd,
          env: { ...process.env, GUARD_GRACE_SECONDS: String(graceSeconds), GUARD_SCRATCH: scratch ?? '' },
        });
  const outputTail = collectOutput(child, onOutput);
  const exited = new Promise<number>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (code) => resolve(code ?? 1));
  });
  // Windows has no guard.
  if (scratch !== undefined && process.platform === 'win32')
    void exited.then(() => rmSync(scratch, { recursive: true, force: true }));
  return {
    exited,
    outputTail,
    end() {
      child.stdin?.end();
      // Windows has no sh. There the child is ended directly, and kill -9 of this process would leave it running.
      if (process.platform === 'win32') child.kill();
      return exited;
    },
  };
}

function collectOutput(child: ChildProcess, onOutput: GuardedOptions['onOutput']): () => string {
  let tail = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-OUTPUT_TAIL_CHARACTERS);
      onOutput?.(text);
    });
  }
  child.stdin?.on('error', () => {}); // The child is gone: `exited` tells.
  return () => tail;
}
