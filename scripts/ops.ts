import { createInterface } from 'node:readline/promises';
import { readArguments, type Wanted } from './ops/arguments.ts';
import { localTarget } from './ops/local-target.ts';
import { runCommand } from './ops/run.ts';
import { stageTarget } from './ops/stage-target.ts';
import { UsageError } from './ops/usage-error.ts';

const FAILED = 1;
const MISUSED = 2;

try {
  const wanted = readArguments(process.argv.slice(2));
  if (typeof wanted === 'string') process.stdout.write(wanted);
  else process.exitCode = await runCommand(wanted, targetOf(wanted), terminal());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? MISUSED : FAILED;
}

function targetOf({ place }: Wanted) {
  if ('data' in place) return localTarget(place.data);
  return stageTarget(place.stage, place.region === undefined ? {} : { region: place.region });
}

function terminal() {
  return {
    print: (line: string) => void process.stdout.write(`${line}\n`),
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
