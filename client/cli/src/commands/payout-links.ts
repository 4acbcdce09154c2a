import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import type { CreatePayoutLink, PayoutLink } from '../../../src/index.ts';
import { addConnectionOptions, type ConnectionOptions, connect } from '../connection.ts';
import { printable } from '../output/printable.ts';
import { exitCodes, type World } from '../world.ts';

interface ShowOptions extends ConnectionOptions {
  readonly json?: true;
}

interface CreateOptions extends ShowOptions {
  readonly reference: string;
  readonly leg: 'source' | 'destination';
  readonly payeeName?: string;
  readonly payeeEmail?: string;
  readonly note?: string;
  readonly countries?: string;
  readonly expiresAt?: string;
}

type End = (code: number) => void;

const json = ['--json', 'write the links to standard output as JSON'] as const;
const linkId = 'id of the link (pl_…)';

/** Creates a link. Its reference is its idempotency key: repeating the command creates no second one. */
export function addCreateLink(parent: Command, world: World, end: End): void {
  const command = parent
    .command('create')
    .description(
      'Create a link and print the address of its page. Running the same command again within seven days shows the same link.',
    )
    .argument('<amount>', 'such as 100.00')
    .argument('<currency>', 'currency of the amount, such as USD')
    .requiredOption('--reference <text>', 'your name for the payment; it belongs to one link permanently')
    .option('--leg <leg>', 'side of the amount: source is what is debited, destination is what arrives', 'source')
    .option('--payee-name <name>', 'account holder; the page then does not ask for a name')
    .option('--payee-email <address>', 'address that a live organization sends a renewed page address to')
    .option('--note <text>', 'one line of text for the payee')
    .option('--countries <codes>', 'countries of the account, such as DE,GB (default: every country that can be paid)')
    .option('--expires-at <instant>', 'ISO 8601 with a time zone (default: 30 days from now)')
    .option(...json);
  addConnectionOptions(command).action(async (amount: string, currency: string, options: CreateOptions) => {
    const { sluice, signal } = connect(options, world);
    const request = requestOf(amount, currency, options);
    const idempotencyKey = `link-${createHash('sha256').update(options.reference).digest('hex')}`;
    const link = await sluice.createPayoutLink(request, { idempotencyKey, signal });
    if (link.status === 'pending_approval') {
      if (options.json) world.print(`${JSON.stringify(link)}\n`);
      world.note(
        `Waiting for votes on approval ${link.approvalId}. Once approved, the address is emailed to the payee.\n`,
      );
      return end(exitCodes.waiting);
    }
    world.print(`${options.json ? JSON.stringify(link) : link.url}\n`);
    world.note(`${link.payoutLinkId}: anyone who has this address can claim the link, once.\n`);
  });
}

function requestOf(amount: string, currency: string, options: CreateOptions): CreatePayoutLink {
  const { reference, leg: amountLeg, payeeName, payeeEmail, note, countries, expiresAt } = options;
  return {
    amount,
    currency,
    amountLeg,
    reference,
    ...(payeeName !== undefined && { payeeName }),
    ...(payeeEmail !== undefined && { payeeEmail }),
    ...(note !== undefined && { note }),
    ...(countries !== undefined && { countries: countries.split(',').map((code) => code.trim()) }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

interface ListOptions extends ShowOptions {
  readonly reference?: string;
  readonly status?: PayoutLink['status'];
}

export function addListLinks(parent: Command, world: World): void {
  const command = parent
    .command('list')
    .description('List links, newest first.')
    .option('--reference <text>', 'only links with this reference')
    .option('--status <status>', 'open, claimed, canceled or expired')
    .option(...json);
  addConnectionOptions(command).action(async ({ reference, status, ...options }: ListOptions) => {
    const { sluice, signal } = connect(options, world);
    const filters = { ...(reference !== undefined && { reference }), ...(status !== undefined && { status }) };
    for await (const link of sluice.listPayoutLinks(filters, { signal })) show(world, link, options);
  });
}

export function addCancelLink(parent: Command, world: World): void {
  const command = parent
    .command('cancel')
    .description('Cancel a link. The amount it held becomes available again.')
    .argument('<link>', linkId)
    .option(...json);
  addConnectionOptions(command).action(async (payoutLinkId: string, options: ShowOptions) => {
    const { sluice, signal } = connect(options, world);
    show(world, await sluice.cancelPayoutLink({ payoutLinkId }, { signal }), options);
  });
}

export function addRenewLink(parent: Command, world: World): void {
  const command = parent
    .command('renew')
    .description(
      'Give a link a new address and end the previous one. The new address is emailed to the payee or printed.',
    )
    .argument('<link>', linkId)
    .option(...json);
  addConnectionOptions(command).action(async (payoutLinkId: string, options: ShowOptions) => {
    const { sluice, signal } = connect(options, world);
    const link = await sluice.renewPayoutLinkToken({ payoutLinkId }, { signal });
    if (options.json) return show(world, link, options);
    if (link.url !== undefined) world.print(`${link.url}\n`);
    else world.note(`The new address was emailed to ${printable(link.payeeEmail ?? 'the payee')}.\n`);
  });
}

/** Prints a line with the fields that tell links apart, separated by tabs; or the whole link as JSON. */
function show({ print }: World, link: PayoutLink, { json: isJson }: ShowOptions): void {
  const { payoutLinkId, status, amount, currency, reference = '', payoutId = '', waitingFor } = link;
  const cells = [payoutLinkId, status, `${amount} ${currency}`, reference, payoutId || (waitingFor?.code ?? '')];
  print(isJson ? `${JSON.stringify(link)}\n` : `${printable(cells.join('\t').trimEnd())}\n`);
}
