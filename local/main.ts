import { defaultDataDirectory, nameStack } from './data/name-stack.ts';
import { greeting } from './greeting.ts';
import { parseOptions, usage } from './options.ts';
import { StartError } from './process/start-error.ts';
import { type Stack, startStack } from './stack.ts';

/** A terminal sends Ctrl-C to npm and to this process, and npm forwards its own, so one keystroke arrives twice. */
const SAME_KEYSTROKE_MS = 500;
const FORCED_EXIT_CODE = 130;
const PARENT_POLL_MS = 250;

let dataDirectory = defaultDataDirectory;
const show = (line: string) => void process.stderr.write(`${line}\n`);
const named = (line: string) => show(nameStack(line, dataDirectory));

process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else await run(options);
} catch (error) {
  fail(error);
}

async function run(options: ReturnType<typeof parseOptions>): Promise<void> {
  dataDirectory = options.dataDirectory;
  const starting = startStack({ ...options, terminal: named, onFailure: (message) => fail(new StartError(message)) });
  stopOnSignal(starting);
  const stack = await starting;
  process.stdout.write(nameStack(greeting(stack, process.uptime()), dataDirectory));
}

/** Child processes need not be ended here: each ends when the pipe to this process closes, however that happens. */
function fail(error: unknown): never {
  if (error instanceof StartError) show(nameStack(error.message, dataDirectory));
  else show(`Sluice failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exit(error instanceof StartError ? error.exitCode : 1);
}

function stopOnSignal(starting: Promise<Stack>): void {
  let firstAt: number | undefined;
  const stop = () => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      show('Stopping. Ctrl-C again forces it.');
      void starting.then((stack) => stack.stop()).then(() => process.exit(0), fail);
    } else if (Date.now() - firstAt > SAME_KEYSTROKE_MS) process.exit(FORCED_EXIT_CODE);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  onParentGone(() => firstAt === undefined && stop());
}

/** npm forwards SIGTERM to the shell between npm and this process. The shell ends without forwarding it. */
function onParentGone(stop: () => unknown): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_POLL_MS);
}
