import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type CommandLine, commandLineOf } from './command-line.ts';
import { commands } from './commands/all.ts';
import { type Command, textOf, type Values } from './commands/command.ts';
import { preflightSummary } from './preflight/run-preflight.ts';
import { UsageError } from './usage-error.ts';

/** A parsed command line. */
export interface Wanted {
  readonly name: string;
  readonly command: Command;
  readonly line: CommandLine;
  readonly input: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
  readonly place:
    | { readonly stage: string; readonly region: string | undefined }
    | { readonly data: string; readonly operator?: string };
  readonly json: boolean;
  /** A file for the JSON output, instead of standard output. */
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
    const line = commandLineOf(name, command);
    const { values, positionals } = parseArgs({ args, options: optionsOf(line), allowPositionals: true });
    if (values.help) return helpOf(name, command, line);
    if (positionals.length !== line.positionals.length) {
      throw new UsageError(`${name} takes ${line.positionals.join(' ') || 'options only'}.`);
    }
    const out = textOf(values, 'out');
    return {
      name,
      command,
      line,
      input: line.read(positionals, values),
      idempotencyKey: line.isKeyed ? (textOf(values, 'key') ?? `op_${randomUUID()}`) : undefined,
      place: placeOf(values),
      json: values.json === true || out !== undefined,
      out,
      yes: values.yes === true,
    };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nTry npm run ops -- ${name} --help`);
  }
}

function optionsOf({ options, isKeyed }: CommandLine) {
  return { ...everywhere, ...options, ...(isKeyed && { key: { type: 'string' as const } }) };
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

const common = `  --data DIR           The data directory of the running stack. Default: .sluice.
  --as NAME            On this machine: the name of the operator to act as.
  --stage NAME         A deployed stage: its Lambda functions are called under your AWS identity.
  --region NAME        The region of the stage. Default: that of your AWS configuration.
  --json               Print the answer as JSON. With npm run --silent ops nothing else is printed.
  --out FILE           Write the answer as JSON to a new file that only you can read.
  --help               Show this help.
`;

function helpOf(name: string, { intent }: Command, { summary, positionals, help, isKeyed }: CommandLine): string {
  const key =
    '  --key KEY            The key of an earlier attempt, so that nothing is done twice. Default: a new key.\n';
  const yes = '  --yes                Do not ask for confirmation.\n';
  return `npm run ops -- ${[name, ...positionals].join(' ')} [options]

${summary}

${help}${isKeyed ? key : ''}${intent ? yes : ''}${common}`;
}

function overview(): string {
  const summaries = Object.entries(commands).map(([name, command]) => [name, commandLineOf(name, command).summary]);
  const lines = [...summaries, ['preflight', preflightSummary]].map(
    ([name = '', summary]) => `  ${name.padEnd(20)} ${summary}`,
  );
  return `Operates the platform. Every command is audited under your identity.

  npm run ops -- COMMAND [options]

${lines.join('\n')}

For the options of a command: npm run ops -- COMMAND --help. Commands act on the stack on this machine unless --stage names another.
`;
}
