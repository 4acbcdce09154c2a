import { sandboxOutcomes } from '../../../../shared/providers/sandbox/payouts/outcomes.ts';
import type { Cast } from '../cast.ts';
import type { CallerCommand, OperatorCommand } from '../command.ts';
import { callerCommands } from '../commands.ts';
import type { Caller } from '../engine/caller.ts';
import { operatorCommands } from '../operator-commands.ts';
import { recipientRequest, register } from '../recipient-commands.ts';
import { chainCommands } from './chain-commands.ts';
import { endAwaiting, settleFunding } from './end.ts';
import { fundingCommands } from './funding-commands.ts';

/** What callers do beside funding payouts. */
const alsoDone = [
  'vote on an approval',
  'have the key rotated',
  'list approvals',
  'replay deliveries',
  'send again with the same key',
  'read the feed',
  'follow the audit log',
  'read a payout',
  'list payouts',
  'look for a reference',
  'read the ledger',
  'read the balance',
  'correct a recipient',
  'change the policy',
  'remove a member',
];

/** What happens to the service beside what happens to the chain. */
const alsoHappening = [
  'time passes',
  'sweep',
  'suspend for a while',
  'block a payee for a while',
  'halve the caps for a while',
  'ask more of approvers for a while',
  'revoke a key',
  'expire',
  'purge the queues',
  'stop or start the stream',
  'restart',
  'pause an endpoint for a while',
  'a receiver fails for a while',
  'the rail is out for hours',
  'look at parked work',
  'the rail has no prices',
  'the rail asks more for a while',
];

/** Live organizations that fund their payouts themselves. */
export const selfFunded: Cast = {
  callerCommands: [...fundingCommands, ...named<CallerCommand>(callerCommands, alsoDone)],
  operatorCommands: [...chainCommands, ...named<OperatorCommand>(operatorCommands, alsoHappening)],
  thiefCommands: [],
  begin,
  look: settleFunding,
  end: endAwaiting,
  isRestored: false,
};

/** With somebody to pay, and somebody whose bank sends the money back. */
async function begin(caller: Caller): Promise<void> {
  const [completed, , returned] = sandboxOutcomes;
  for (const outcome of [completed, returned])
    await register(caller, recipientRequest(caller, outcome?.digits ?? '', 9), 3);
}

function named<C extends { readonly name: string }>(commands: readonly C[], names: readonly string[]): C[] {
  return names.map((name) => {
    const found = commands.find((command) => command.name === name);
    if (!found) throw new Error(`no command ${name}`);
    return found;
  });
}
