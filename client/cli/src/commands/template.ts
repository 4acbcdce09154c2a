import { statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import type { Corridor, PaymentReason } from '../../../src/index.ts';
import { addConnectionOptions, type ConnectionOptions, connect } from '../connection.ts';
import { UsageError } from '../input/fault.ts';
import { fields } from '../input/names.ts';
import { type Format, formats } from '../input/read-file.ts';
import { openOutputOf } from '../output/open-output-of.ts';
import { bom } from '../output/results.ts';
import { exitCodes, type World } from '../world.ts';

interface TemplateOptions extends ConnectionOptions {
  readonly corridor: string;
  readonly format: Format;
  readonly out?: string;
  readonly bom?: true;
  readonly force?: true;
}

export function addTemplate(parent: Command, world: World, end: (code: number) => void): void {
  const command = parent
    .command('template')
    .summary('create a file to fill in')
    .description('Writes a file for a corridor with all columns, and an example line to replace before you submit it.')
    .requiredOption('--corridor <id>', 'id of the corridor, as listed by GET corridors')
    .addOption(new Option('--format <format>', 'format of the file').choices(formats).default('csv'))
    .option('--out <file>', 'output file (default: standard output)')
    .option('--force', 'replace the file if it exists')
    .option('--bom', 'start the file with a byte order mark, for Excel');
  addConnectionOptions(command).action(async (options: TemplateOptions) => {
    if (!options.force) refuseToReplace(options.out);
    await using file = await openOutputOf(options, options.bom ? bom : '', world);
    const { sluice, signal } = connect(options, world);
    const { data } = await sluice.listCorridors({}, { signal });
    const corridor = data.find(({ corridorId }) => corridorId === options.corridor);
    if (!corridor) throw noCorridor(options.corridor, data);
    const { data: reasons } = await sluice.listPaymentReasons({ currency: corridor.currency }, { signal });
    const text = (options.bom ? bom : '') + template(options.format, corridor, reasons);
    await file.write(text);
    for (const line of rulesOf(corridor, reasons)) world.note(`${line}\n`);
    end(exitCodes.done);
  });
}

/** The file may have been filled in. A device or a FIFO holds nothing. */
function refuseToReplace(path: string | undefined): void {
  if (path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`${path} already exists: give another name with --out, or --force to replace it.`);
}

function noCorridor(wanted: string, corridors: readonly Corridor[]): UsageError {
  const ids = corridors.map(({ corridorId }) => corridorId);
  return new UsageError(`There is no corridor ${wanted}. The corridors are ${ids.join(', ')}.`);
}

/** The account is not a valid one, so that the line is refused until it is replaced. */
function template(format: Format, corridor: Corridor, [reason]: readonly PaymentReason[]): string {
  const example: Readonly<Record<string, string>> = {
    amount: corridor.minimum,
    amountLeg: 'source',
    destinationAccountId: `<${payeeOf(corridor)}>`,
    ...(reason && { purposeOfPayment: reason.id }),
    reference: 'invoice-1',
  };
  if (format === 'jsonl') return `${JSON.stringify(example)}\n`;
  const paths = fields.map(({ path }) => path);
  return stringify([paths, paths.map((path) => example[path] ?? '')]);
}

function payeeOf({ country, wallet }: Corridor): string {
  return wallet ? `${wallet.token} wallet on ${wallet.chain}` : `account in ${country}`;
}

function rulesOf(corridor: Corridor, reasons: readonly PaymentReason[]): string[] {
  const { country, wallet, currency, sourceCurrency, minimum, maximum, fee, capabilities } = corridor;
  const where = wallet ? `to wallets on ${wallet.chain}, as ${wallet.token},` : `in ${country}`;
  return [
    `Pays ${currency} ${where} from ${sourceCurrency}: ${minimum} to ${maximum} ${sourceCurrency} each, fee ${fee.amount} ${fee.currency}.`,
    capabilities.exactOutput
      ? 'amountLeg: source (what is debited), source_net (what is converted) or destination (what arrives).'
      : 'amountLeg: source only.',
    `purposeOfPayment: ${reasons.map(({ id }) => id).join(', ')}.`,
    'metadata.KEY: your own texts, for example in a column metadata.costCenter.',
    'Leave cells empty, or omit columns, that you do not need. Only amount and destinationAccountId are required.',
  ];
}
