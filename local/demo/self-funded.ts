import type { Address } from 'viem';
import { Sluice } from '../../client/src/index.ts';
import { sendTestDollars } from '../chain/faucet.ts';
import type { LiveQuickstart } from '../data/quickstart.ts';
import { createAccount } from './create-account.ts';
import { follow } from './follow.ts';
import { createShow, type Print } from './show.ts';
import { showCalls } from './show-calls.ts';

const payee = {
  type: 'individual',
  name: 'Grace Hopper',
  country: 'DE',
  externalId: 'demo-recipient',
  method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
} as const;

/** Pays a payout with money that is sent on a chain; the balance stays at zero. */
export async function runSelfFunded(quickstart: LiveQuickstart, print: Print, signal: AbortSignal): Promise<void> {
  const { chain } = quickstart;
  const show = createShow(print);
  const sluice = new Sluice({ ...quickstart, fetch: showCalls(show, quickstart.organizationId) });

  show.heading('Create a recipient');
  const destinationAccountId = await createAccount(sluice, show, payee, signal);

  const request = { amount: '100.00', destinationAccountId, funding: 'self', reference: `demo-${Date.now()}` } as const;
  show.heading('Make a payout that you fund yourself: nothing is debited');
  show.fields('sent', request);
  const made = await sluice.createPayout(request, { signal });
  if (made.status === 'pending_approval') throw new Error('The policy of this organization requires a vote first.');
  const { payoutId, status, sourceAmount, requiresFunding } = made;
  show.fields('got', { payoutId, status, sourceAmount, requiresFunding });

  show.heading('Read where to send its money: an address for this payout alone');
  const instructions = await sluice.getPayoutFunding({ payoutId }, { signal });
  show.fields('got', instructions);

  show.heading('Send the money on the chain, from a wallet of yours');
  const transactionHash = await sendTestDollars(chain, instructions.address as Address, instructions.amount);
  show.fields('got', { transactionHash });

  show.heading('Confirm the transaction: from here on the payout waits for it, and cannot be canceled');
  show.fields('sent', { transactionHash });
  const confirmed = await sluice.confirmPayoutFunding({ payoutId, transactionHash }, { signal });
  show.fields('got', { status: confirmed.status, funding: confirmed.funding });

  show.heading('Follow the event feed: the payout goes on once the transfer is final');
  await follow(sluice, show, made, signal);

  show.heading('Read the payout, and the balance');
  const { funding } = await sluice.getOrder({ payoutId }, { signal });
  const { currency, available } = await sluice.getBalance({}, { signal });
  show.fields('got', { funding, available: `${available} ${currency}` });
  print('\nDone: funded on the chain, and paid.');
}
