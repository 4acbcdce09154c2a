import type { Address } from 'viem';
import { Sluice } from '../../client/src/index.ts';
import { DevelopmentNode } from '../chain/development-node.ts';
import type { LiveQuickstart } from '../data/quickstart.ts';
import { createAccount } from './create-account.ts';
import { follow } from './follow.ts';
import { operate } from './operate.ts';
import { createShow, type Print } from './show.ts';
import { showCalls } from './show-calls.ts';

/** An address whose key nobody has. */
const address: Address = '0x000000000000000000000000000000000000dEaD';

/** Pays a wallet from the vault on the chain, after an operator has credited the balance. */
export async function runWallet(
  quickstart: LiveQuickstart,
  dataDirectory: string,
  print: Print,
  signal: AbortSignal,
): Promise<void> {
  const { chain, organizationId } = quickstart;
  const show = createShow(print);
  const sluice = new Sluice({ ...quickstart, fetch: showCalls(show, organizationId) });

  show.heading('Credit the balance, as an operator does once money has come to the bank');
  const credit = { direction: 'credit', amount: '150.00', currency: 'USD', reason: 'the demo' } as const;
  show.fields('sent', credit);
  await operate(dataDirectory, 'adjust', { organizationId, ...credit });

  show.heading('Create a recipient who has a wallet');
  const recipientDetails = { token: 'USDC', chain: chain.name, address };
  const method = { kind: 'crypto', currency: 'USD', recipientDetails } as const;
  const payee = { type: 'individual', name: 'Grace Hopper', externalId: 'demo-wallet', method } as const;
  const destinationAccountId = await createAccount(sluice, show, payee, signal);

  const reference = `demo-${Date.now()}`;
  const request = { amount: '100.00', amountLeg: 'destination', destinationAccountId, reference } as const;
  show.heading('Make a payout: 100 dollars arrive, and the fee comes on top');
  show.fields('sent', request);
  const before = await tokensAt(chain);
  const made = await sluice.createPayout(request, { signal });
  if (made.status === 'pending_approval') throw new Error('The policy of this organization requires a vote first.');
  const { payoutId, status, sourceAmount, destinationAmount } = made;
  show.fields('got', { payoutId, status, sourceAmount, destinationAmount });

  show.heading(
    'Follow the event feed: the payout is processed once the payment is signed, and completed once it is final',
  );
  await follow(sluice, show, made, signal);

  show.heading('Read on the chain what the wallet has got');
  show.fields('got', {
    address,
    tokens: `${((await tokensAt(chain)) - before) / 1_000_000n} ${recipientDetails.token}`,
  });
  print('\nDone: paid on the chain by the vault.');
}

/** The balance of the wallet, in millionths. */
async function tokensAt({ node, token }: LiveQuickstart['chain']): Promise<bigint> {
  const reached = await DevelopmentNode.reach(node);
  return reached.tokensOf(token as Address, address);
}
