import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { commands } from './commands/all.ts';
import { type Command, textOf, type Values } from './commands/command.ts';
import { preflightSummary } from './preflight/run-preflight.ts';
import { UsageError } from './usage-error.ts';

/** A parsed command line. */
export interface Wanted {
  readonly name: string;
  readonly command: Command;
  readonly input: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
  readonly place:
    | { readonly stage: string; readonly region: string | undefined }
    | { readonly data: string; readonly operator?: string };
  readonly json: boolean;
  /** A file for the JSON, in place of standard output. */
  readonly out: string | undefined;
  readonly yes: boolean;
}

const everywhere = {
  data: { type: 'string' },
  as: { type: 'string' },
  stage: { type: 'string' },
  region: { type: 'string' },
  json: { type: 'boolean' },
  out: { type: 'string' },
  yes: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Reads the command line.
 * @returns the parsed command line, or the help text if it asks for help
 * @throws UsageError
 */
export function readArguments([name = '', ...args]: readonly string[]): Wanted | string {
  if (['', 'help', '--help', '-h'].includes(name)) return overview();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command ${name}.\nTry npm run ops -- --help`);
  try {
    const { values, positionals } = parseArgs({ args, options: optionsOf(command), allowPositionals: true });
    if (values.help) return helpOf(name, command);
    if (positionals.length !== command.positionals.length) {
      throw new UsageError(`${name} takes ${command.positionals.join(' ') || 'options only'}.`);
    }
    const out = textOf(values, 'out');
    return {
      name,
      command,
      input: command.input(positionals, values),
      idempotencyKey: command.keyed && (textOf(values, 'key') ?? `op_${randomUUID()}`),
      place: placeOf(values),
      json: values.json === true || out !== undefined,
      out,
      yes: values.yes === true,
    };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nTry npm run ops -- ${name} --help`);
  }
}

function optionsOf({ options, keyed }: Command) {
  return { ...everywhere, ...options, ...(keyed && { key: { type: 'string' as const } }) };
}

function placeOf(values: Values): Wanted['place'] {
  const [stage, region, data, operator] = ['stage', 'region', 'data', 'as'].map((name) => textOf(values, name));
  if (stage !== undefined && operator !== undefined)
    throw new UsageError('--as is only for this machine. On a stage, your AWS identity is used.');
  if (stage === undefined && region !== undefined) throw new UsageError('--region goes with --stage.');
  if (stage !== undefined && data !== undefined) throw new UsageError('Give either --stage or --data.');
  if (stage !== undefined) return { stage, region };
  return { data: data ?? '.sluice', ...(operator !== undefined && { operator }) };
}

const common = `  --data DIR           data directory of the running stack (default: .sluice)
  --as NAME            on this machine: the name of the operator to act as
  --stage NAME         use a deployed stage: its Lambda functions, under your AWS identity
  --region NAME        region of the stage (default: from your AWS configuration)
  --json               print the answer as JSON; use npm run --silent ops to print nothing else
  --out FILE           write the answer as JSON to a new file that only you can read
  --help               show this help
`;

function helpOf(name: string, command: Command): string {
  return `npm run ops -- ${[name, ...command.positionals].join(' ')} [options]

${command.summary}

${command.help}${command.keyed ? '  --key KEY            key of an earlier attempt, so that nothing is done twice (default: a new key)\n' : ''}${
  command.intent ? '  --yes                do not ask for confirmation\n' : ''
}${common}`;
}

function overview(): string {
  const all = { ...commands, preflight: { summary: preflightSummary } };
  const lines = Object.entries(all).map(([name, { summary }]) => `  ${name.padEnd(20)} ${summary}`);
  return `Operates the platform. Every command is audited under your identity.

  npm run ops -- COMMAND [options]

${lines.join('\n')}

For the options of a command: npm run ops -- COMMAND --help. Commands act on the stack on this machine unless --stage names another.
`;
}
