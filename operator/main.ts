import { createInterface } from 'node:readline/promises';
import { readArguments, type Wanted } from './arguments.ts';
import { OutFile } from './out-file.ts';
import { runPreflight } from './preflight/run-preflight.ts';
import { runCommand } from './run.ts';
import { localTarget } from './target/local-target.ts';
import { stageTarget } from './target/stage-target.ts';
import { UsageError } from './usage-error.ts';

const FAILED = 1;
const MISUSED = 2;

try {
  const [name, ...args] = process.argv.slice(2);
  // It reads an AWS account and performs no operation, so it needs no stack and no stage.
  if (name === 'preflight') process.exitCode = await runPreflight(args, terminal().print);
  else await perform();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? MISUSED : FAILED;
}

async function perform(): Promise<void> {
  const wanted = readArguments(process.argv.slice(2));
  if (typeof wanted === 'string') {
    process.stdout.write(wanted);
    return;
  }
  const out = wanted.out === undefined ? undefined : new OutFile(wanted.out);
  if (wanted.json && !out && npmHasPrinted()) {
    terminal().note(
      'npm printed lines of its own before this JSON. To omit them, use --out FILE, or npm run --silent ops -- …',
    );
  }
  try {
    process.exitCode = await runCommand(wanted, targetOf(wanted), terminal(out));
  } finally {
    out?.close();
  }
}

/** Whether npm, which starts this program, redirects the output to a file or a pipe. */
function npmHasPrinted(): boolean {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env;
  return script !== undefined && level !== 'silent' && !process.stdout.isTTY;
}

function targetOf({ place }: Wanted) {
  if ('data' in place) return localTarget(place.data, place.operator);
  return stageTarget(place.stage, place.region === undefined ? {} : { region: place.region });
}

function terminal(out?: OutFile) {
  return {
    print: (line: string) => void (out ? out.write(line) : process.stdout.write(`${line}\n`)),
    note: (line: string) => void process.stderr.write(`${line}\n`),
    confirm: process.stdin.isTTY ? confirm : undefined,
  };
}

async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim() === 'yes';
  } finally {
    lines.close();
  }
}
