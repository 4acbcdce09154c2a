import type { ClaimedWork } from '../due/claim-work.ts';
import { OrganizationEntity } from '../organizations/organization.ts';
import type { PayoutInstruction, PayoutRail, RailNews } from '../rails/payout-rail.ts';
import { type Recipient, RecipientEntity } from '../recipients/recipient.ts';
import type { Mode, Runtime } from '../runtime/runtime.ts';
import { read } from '../table/expressions.ts';
import { type Payout, PayoutEntity } from './payout.ts';

/** The payouts of one organization that its rail is asked about, and whom they pay. */
export interface RailSubjects {
  readonly mode: Mode;
  readonly payouts: ReadonlyMap<string, Payout>;
  readonly recipients: ReadonlyMap<string, Recipient>;
}

/** Reads what the rail needs to know: two rounds of calls, however many payouts. */
export async function readSubjects(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  payoutIds: readonly string[],
): Promise<RailSubjects> {
  const [organization, payouts] = await Promise.all([
    store.get(read(OrganizationEntity, { organizationId })),
    store.getMany(
      PayoutEntity,
      payoutIds.map((payoutId) => ({ organizationId, payoutId })),
    ),
  ]);
  if (!organization) throw new Error(`organization ${organizationId} does not exist`);
  const recipients = await store.getMany(
    RecipientEntity,
    payouts.map(({ recipientId }) => ({ organizationId, recipientId })),
  );
  return {
    mode: organization.mode,
    payouts: new Map(payouts.map((payout) => [payout.payoutId, payout])),
    recipients: new Map(recipients.map((recipient) => [recipient.recipientId, recipient])),
  };
}

/**
 * Tells the rail of a claimed payout, or asks how it stands.
 * @returns the rail's news, and the payout as it was asked about
 * @throws Error when the rail does, or when there is none
 */
export async function askRail(
  { clock, rails }: Runtime,
  { mode, payouts, recipients }: RailSubjects,
  work: ClaimedWork,
): Promise<{ readonly asked: Payout; readonly news: RailNews }> {
  const rail = rails(mode)?.payouts;
  const payout = payouts.get(work.resourceId);
  const recipient = payout && recipients.get(payout.recipientId);
  if (!rail || !recipient) throw new Error(`no rail or no recipient for ${work.resourceId}`);
  return { asked: payout, news: await tellRail(rail, payout, instructionOf(payout, recipient), work, clock()) };
}

/**
 * Sends at the first claim. After that the rail may have it already: ask, and send only when it definitely does not. A
 * payout that has moved was sent: a rail that no longer knows it has forgotten, and sending again would pay twice.
 */
async function tellRail(
  rail: PayoutRail,
  { status }: Payout,
  instruction: PayoutInstruction,
  { claims }: ClaimedWork,
  now: number,
): Promise<RailNews> {
  const known = claims === 1 ? undefined : await rail.status(instruction, now);
  if (known && known.status !== 'unknown') return known;
  if (status !== 'pending') throw new Error(`the rail has forgotten ${instruction.key}, which is ${status}`);
  const sent = await rail.submit(instruction, now);
  if (sent.status === 'unknown') throw new Error(`the rail does not know ${instruction.key}, which it was just sent`);
  return sent;
}

function instructionOf(payout: Payout, { name, methods }: Recipient): PayoutInstruction {
  const method = methods.find(({ destinationAccountId }) => destinationAccountId === payout.destinationAccountId);
  if (!method) throw new Error(`the recipient of ${payout.payoutId} has no such account`);
  return {
    key: payout.payoutId,
    corridorId: payout.corridorId,
    destinationAmount: payout.destinationAmount,
    destinationCurrency: payout.destinationCurrency,
    recipientName: name,
    recipientDetails: method.recipientDetails,
    acceptedAt: Date.parse(payout.createdAt),
  };
}
