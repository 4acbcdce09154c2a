import { parseDemoOptions, usage } from './demo/options.ts';
import { runDemo } from './demo/run.ts';
import { StartError } from './process/start-error.ts';

const FAILED = 1;
const INTERRUPTED = 130;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
// The reader of the pipe has closed it.
process.stdout.on('error', () => interruption.abort());

try {
  const options = parseDemoOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else await runDemo(options, { print: (line) => process.stdout.write(`${line}\n`), signal: interruption.signal });
} catch (error) {
  if (interruption.signal.aborted) process.exit(INTERRUPTED);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof StartError ? error.exitCode : FAILED;
}
