import { Command, CommanderError } from 'commander';
import { isSluiceError } from '../../src/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { addCancel, addResults, addStatus } from './commands/look.ts';
import { addCancelLink, addCreateLink, addListLinks, addRenewLink } from './commands/payout-links.ts';
import { addSubmit } from './commands/submit.ts';
import { addTemplate } from './commands/template.ts';
import { FaultyFile, UsageError } from './input/fault.ts';
import { printable } from './output/printable.ts';
import { listFaults, showFaults } from './output/show-faults.ts';
import { PaidBefore } from './runs/earlier-payments.ts';
import { ChangedFile } from './runs/same-lines.ts';
import { exitCodes, type World } from './world.ts';

const codesHelp =
  '\nExit codes: 0 every line became a payout; 1 failed, run the same command again to continue; 2 refused: ' +
  'wrong usage, a\nfaulty or changed file, payments that were already made, or results that cannot be written; ' +
  '3 batches wait for a\nconfirmation or an approval; 4 some lines did not become payouts; 130 stopped with ' +
  'Ctrl-C.';

/**
 * Runs a command line.
 * @param args without the names of the program and of Node
 * @returns the exit code
 */
export async function runProgram(args: readonly string[], given: World): Promise<number> {
  const world: World = {
    ...given,
    print: (text) => given.print(text),
    note: (text) => given.note(given.isWatched && text.startsWith('\r') ? text : printable(text)),
  };
  let code: number = exitCodes.done;
  const program = buildProgram(world, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return failed(error, world);
  }
}

function buildProgram(world: World, end: (code: number) => void): Command {
  const program = new Command('sluice')
    .description('Make payouts with Sluice from the command line.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ writeOut: world.print, writeErr: world.note })
    .showHelpAfterError('(use --help for details)')
    .addHelpText('after', codesHelp);
  const batch = program.command('batch').description('Pay the lines of a file, as one batch or several.');
  for (const add of [addSubmit, addTemplate, addStatus, addResults, addCancel]) add(batch, world, end);
  const links = program.command('payout-links').description('Pay payees who enter their account on a hosted page.');
  for (const add of [addCreateLink, addListLinks, addCancelLink, addRenewLink]) add(links, world, end);
  for (const command of batch.commands) command.addHelpText('after', codesHelp);
  return program;
}

const payAgainAdvice = 'Nothing was sent. Remove these lines from the file, or give --pay-again to pay them once more.';

function failed(error: unknown, { note, signal, proxy }: World): number {
  if (signal.aborted) {
    note(
      '\nStopped. Submitted batches continue at the service. Run the same command again to continue here; nothing is sent twice.\n',
    );
    return Number(signal.reason);
  }
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.refused;
  if (error instanceof FaultyFile) {
    for (const line of showFaults('The file', error.faults)) note(`${line}\n`);
    return exitCodes.refused;
  }
  if (error instanceof PaidBefore) {
    for (const line of listFaults(error.faults)) note(`${line}\n`);
    note(`${payAgainAdvice}\n`);
    return exitCodes.refused;
  }
  if (error instanceof UsageError || error instanceof ChangedFile) {
    note(`${error.message}\n`);
    return exitCodes.refused;
  }
  note(`${error instanceof Error ? error.message : String(error)}\n`);
  if (isSluiceError(error)) {
    if (error.resolution) note(`${error.resolution}\n`);
    if (error.requestId) note(`Request ${error.requestId}\n`);
    const via = proxy?.();
    if (via && isSluiceError(error, 'NETWORK_ERROR', 'TIMEOUT')) {
      note(`Calls go through the proxy ${via}, except to hosts of NO_PROXY.\n`);
    }
  }
  note('Run the same command again to continue; nothing is sent twice.\n');
  return exitCodes.failed;
}
