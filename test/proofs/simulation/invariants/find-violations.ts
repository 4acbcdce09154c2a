import type { World } from '../engine/world.ts';
import { accountInvariants } from './accounts.ts';
import { answerInvariants } from './answers.ts';
import { approvalInvariants } from './approvals.ts';
import { auditInvariants } from './audit.ts';
import { batchRequestInvariants } from './batch-requests.ts';
import { batchInvariants } from './batches.ts';
import { type Books, readBooks } from './books.ts';
import { capInvariants } from './caps.ts';
import { checkoutInvariants } from './checkout.ts';
import { checkoutMoneyInvariants } from './checkout-money.ts';
import { cryptoInvariants } from './crypto.ts';
import { decidingInvariants } from './deciding.ts';
import { electorateInvariants } from './electorate.ts';
import { historyInvariants } from './history.ts';
import { intentInvariants } from './intents.ts';
import type { Invariant } from './invariant.ts';
import { moneyInvariants } from './money.ts';
import { payeeInvariants } from './payees.ts';
import { payoutLinkInvariants } from './payout-links.ts';
import { payoutInvariants } from './payouts.ts';
import { readInvariants } from './reads.ts';
import { recipientInvariants } from './recipients.ts';
import { releaseInvariants } from './releases.ts';
import { restoredLinkInvariants } from './restored-links.ts';
import { selfFundedInvariants } from './self-funded.ts';
import { transferInvariants } from './transfers.ts';
import { webhookRequestInvariants } from './webhook-requests.ts';
import { webhookInvariants } from './webhooks.ts';
import { workInvariants } from './work.ts';

/** Everything that a run is held against. To add an invariant, add a line to one of these lists. */
const invariants: readonly Invariant[] = [
  ...moneyInvariants,
  ...payoutInvariants,
  ...selfFundedInvariants,
  ...payoutLinkInvariants,
  ...payeeInvariants,
  ...recipientInvariants,
  ...batchInvariants,
  ...batchRequestInvariants,
  ...capInvariants,
  ...approvalInvariants,
  ...electorateInvariants,
  ...decidingInvariants,
  ...answerInvariants,
  ...readInvariants,
  ...workInvariants,
  ...webhookInvariants,
  ...webhookRequestInvariants,
  ...intentInvariants,
  ...checkoutInvariants,
  ...checkoutMoneyInvariants,
  ...accountInvariants,
  ...transferInvariants,
  ...cryptoInvariants,
  ...historyInvariants,
  ...auditInvariants,
  ...releaseInvariants,
];

/** What holds behind a restore as well, for all that has happened since. */
const invariantsOfRestored: readonly Invariant[] = [
  ...recipientInvariants,
  ...capInvariants,
  ...restoredLinkInvariants,
];

export async function findViolations(world: World): Promise<string[]> {
  const all = await readBooks(world);
  const surprises = world.service.surprises.map((surprise) => `nothing fails for a reason of its own: ${surprise}`);
  return [...surprises, ...all.flatMap((books) => violationsOf(invariants, books, world))];
}

export async function findViolationsOfRestored(world: World): Promise<string[]> {
  const all = await readBooks(world);
  return all.flatMap((books) => violationsOf(invariantsOfRestored, books, world));
}

function violationsOf(held: readonly Invariant[], books: Books, world: World): string[] {
  return held.flatMap(({ name, broken }) =>
    broken(books, world).map((what) => `${name}: ${what} (organization ${books.label})`),
  );
}
