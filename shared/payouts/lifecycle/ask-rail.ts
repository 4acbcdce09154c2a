import { type TokenPause, TokenPauseEntity } from '../../connections/token-pause.ts';
import { railNamed } from '../../corridors/catalog/rail-named.ts';
import { type Recipient, RecipientEntity, refuseUnknownKind } from '../../corridors/recipients/recipient.ts';
import { hideValues } from '../../ground/errors/hide-values.ts';
import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { type Organization, OrganizationEntity } from '../../identity/organization.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { firstClaimOf } from '../../journal/due/due-work.ts';
import { checkRailStatus } from '../../ports/check-rail-status.ts';
import type { PayoutInstruction, PayoutRail, RailStatus } from '../../ports/payout-rail.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Arrived, ArrivedEntity } from '../flushing/arrived.ts';
import { isFlushedFirst } from '../funding/fund-payout.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { isTerminal } from '../payout/transitions.ts';
import { memoOf } from './payout-memo.ts';
import { refusedByScreening } from './refused-by-screening.ts';
import { useResendPermission } from './resend-payout.ts';

/** The payouts of one organization that its rail is asked about, and their recipients. */
export interface RailSubjects {
  readonly organization: Organization;
  readonly payouts: ReadonlyMap<string, Payout>;
  readonly recipients: ReadonlyMap<string, Recipient>;
  /** The money that arrived for payouts that are flushed before they are sent. */
  readonly arrived: ReadonlyMap<string, Arrived>;
  /** The tokens in which any of the payouts was funded, if they are or were paused. */
  readonly pauses: readonly TokenPause[];
}

/** Reads what the rail needs to know, in two rounds of calls for any number of payouts. */
export async function readSubjects(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  payoutIds: readonly string[],
): Promise<RailSubjects> {
  const [organization, payouts] = await Promise.all([
    store.get(refTo(OrganizationEntity, { organizationId })),
    store.getMany(
      PayoutEntity,
      payoutIds.map((payoutId) => ({ organizationId, payoutId })),
    ),
  ]);
  if (!organization) throw new Error(`organization ${organizationId} does not exist`);
  refuseUnknown(OrganizationEntity, organization);
  const flushedFirst = payouts.filter(({ funding }) => funding && isFlushedFirst(funding));
  const [recipients, arrived, pauses] = await Promise.all([
    store.getMany(
      RecipientEntity,
      payouts.map(({ recipientId }) => ({ organizationId, recipientId })),
    ),
    store.getMany(
      ArrivedEntity,
      flushedFirst.map(({ payoutId }) => ({ organizationId, payoutId })),
    ),
    store.getMany(TokenPauseEntity, tokensOf(payouts)),
  ]);
  return {
    organization,
    payouts: new Map(payouts.map((payout) => [payout.payoutId, payout])),
    recipients: new Map(recipients.map((recipient) => [recipient.recipientId, recipient])),
    arrived: new Map(arrived.map((funds) => [funds.payoutId, funds])),
    pauses,
  };
}

/** Each token once. */
function tokensOf(payouts: readonly Payout[]): { readonly connectionId: string; readonly token: string }[] {
  const named = payouts.flatMap(({ funding }) => (funding ? [funding] : []));
  return [
    ...new Map(
      named.map(({ connectionId, token }) => [`${connectionId}/${token}`, { connectionId, token }] as const),
    ).values(),
  ];
}

/** The rail's status of a payout, and what was known when the rail was asked. */
export interface RailAnswer {
  readonly organization: Organization;
  readonly asked: Payout;
  readonly railStatus: RailStatus;
  /** The rail may have been told of the payout, now or before. */
  readonly isTold: boolean;
}

/** How long a withheld payout waits until it is checked again. Milliseconds. */
const withheldMs = 60_000;

/**
 * Money that an organization sends itself may arrive while the organization is suspended. The payout is then recorded,
 * and sent once the suspension ends. (A payout from the balance was debited before, and is sent.)
 */
function withheldBySuspension({ status }: Organization, { funding }: Payout): RailStatus | undefined {
  return status === 'suspended' && funding ? { status: 'pending', recheckInMs: withheldMs } : undefined;
}

/** A payout funded in a token that has been paused since then is not sent until operators have resumed the token. */
function withheldByPause({ funding }: Payout, pauses: readonly TokenPause[]): RailStatus | undefined {
  if (!funding) return undefined;
  const { connectionId, token } = funding;
  const pause = pauses.find((one) => one.connectionId === connectionId && one.token === token);
  return pause?.pausedAt === undefined ? undefined : { status: 'pending', recheckInMs: withheldMs };
}

/** How long a payout waits for its flush before it is checked again. Milliseconds. */
const unflushedMs = 15_000;

/**
 * The pause if money of a listed sender keeps the address from being flushed, because each check raises an alarm.
 * Milliseconds.
 */
const heldBackMs = 10 * 60 * 1000;

/** A large payout is not sent while its money could still be frozen on its way to a treasury. */
function withheldUntilFlushed(
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  { organizationId, payoutId, funding }: Payout,
  arrived: Arrived | undefined,
): RailStatus | undefined {
  if (!funding || !isFlushedFirst(funding)) return undefined;
  const isFlushed = arrived !== undefined && arrived.flushed >= (funding.arrived ?? arrived.amount);
  if (isFlushed) return undefined;
  const isHeldBack = arrived !== undefined && arrived.listed > 0;
  if (isHeldBack) {
    const counted = metricFields(clock(), measurement('FlushHindered', 1));
    log.error('a payout waits for a flush that money of a listed sender holds back', {
      organizationId,
      payoutId,
      ...counted,
    });
  }
  return { status: 'pending', recheckInMs: isHeldBack ? heldBackMs : unflushedMs };
}

/**
 * The rail may have been sent a payout so long ago that it has forgotten it. Only a person can find out whether it was
 * paid.
 */
export class MayBeForgotten extends Error {
  override readonly name = 'MayBeForgotten';
}

/**
 * Sends a claimed payout to the rail, or asks for its status.
 * @throws UnknownValue for a payout in a status, on a rail, or to an account of a kind, that this release does not know
 * @throws MayBeForgotten when it can no longer be known whether the payout was sent
 * @throws Error when the rail throws, when its answer is malformed or cannot be true, or when there is no rail or
 *   recipient
 */
export async function askRail(
  runtime: Runtime<'payouts'>,
  { organization, payouts, recipients, arrived, pauses }: RailSubjects,
  work: ClaimedWork,
): Promise<RailAnswer> {
  const rails = runtime.rails(organization.mode)?.payouts;
  const payout = payouts.get(work.resourceId);
  refuseUnknown(PayoutEntity, payout);
  const recipient = payout && recipients.get(payout.recipientId);
  if (!rails || !recipient) throw new Error(`no rail or no recipient for ${work.resourceId}`);
  const rail = railNamed(rails, PayoutEntity, payout);
  const instruction = instructionOf(payout, recipient, work);
  try {
    const refused =
      refusedByScreening(recipient, work, runtime.clock()) ??
      withheldBySuspension(organization, payout) ??
      withheldByPause(payout, pauses) ??
      withheldUntilFlushed(runtime, payout, arrived.get(payout.payoutId));
    const railStatus = await tellRail(runtime, rail, payout, { instruction, refused }, work);
    return { organization, asked: payout, railStatus, isTold: work.claims > 1 || railStatus !== refused };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The error goes to the log, and a rail may quote what it was sent.
    throw hideValues(error, [instruction.recipientName, instruction.recipientDetails, instruction.memo]);
  }
}

interface Telling {
  readonly instruction: PayoutInstruction;
  /** The status of a payout that is not sent. */
  readonly refused: RailStatus | undefined;
}

/**
 * Sends the payout at the first claim. Later the rail may already have it, so the rail is asked first, and is sent the
 * payout only if it definitely does not have it. A payout that has moved was sent: if the rail no longer knows it, the
 * rail has forgotten it, and sending it again would pay twice. The same is true if the first send was longer ago than
 * the rail remembers, unless an operator permits one more send. A payout to a blocked recipient is not sent but fails.
 * If the payout has ended and the rail does not know it, there is nothing left to do.
 */
async function tellRail(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  rail: PayoutRail,
  { status }: Payout,
  { instruction, refused }: Telling,
  work: ClaimedWork,
): Promise<RailStatus> {
  const { clock } = runtime;
  const known = work.claims === 1 ? undefined : checkRailStatus(await rail.status(instruction, clock()));
  if (known && known.status !== 'unknown') return known;
  // The payout has ended, and a worker died before it ended its claim. Screening may have failed it before the rail was
  // sent anything.
  if (isTerminal(status)) return { status: 'unknown' };
  if (status !== 'pending') throw new Error(`the rail has forgotten ${instruction.key}, which is ${status}`);
  if (refused?.status === 'pending') return refused;
  const isInDoubt = known && (known.perhapsSent || !isRemembered(rail, instruction, work, clock()));
  if (isInDoubt && !(await useResendPermission(runtime, work))) {
    throw new MayBeForgotten(`the rail may have been sent ${instruction.key}, and forgotten it`);
  }
  if (refused) return refused;
  const permitted = isInDoubt ? { ...instruction, resend: true as const } : instruction;
  const sent = checkRailStatus(await rail.submit(permitted, clock()));
  if (sent.status === 'unknown' && sent.perhapsSent) throw new MayBeForgotten(`${instruction.key} was perhaps sent`);
  if (sent.status === 'unknown') throw new Error(`the rail does not know ${instruction.key}, which it was just sent`);
  return sent;
}

/** Whether the rail would still know the key if it was sent at the first claim or at any later one. */
function isRemembered(
  { rememberKeysForMs }: PayoutRail,
  { acceptedAt }: PayoutInstruction,
  work: ClaimedWork,
  now: number,
): boolean {
  return now - (firstClaimOf(work) ?? acceptedAt) < rememberKeysForMs;
}

function instructionOf(
  payout: Payout,
  { name, railName = name, methods }: Recipient,
  { asked }: ClaimedWork,
): PayoutInstruction {
  const method = methods.find(({ destinationAccountId }) => destinationAccountId === payout.destinationAccountId);
  if (!method) throw new Error(`the recipient of ${payout.payoutId} has no such account`);
  refuseUnknownKind(method);
  return {
    key: payout.payoutId,
    corridorId: payout.corridorId,
    destinationAmount: payout.destinationAmount,
    destinationCurrency: payout.destinationCurrency,
    recipientName: railName,
    recipientDetails: method.recipientDetails,
    acceptedAt: payout.acceptedAt ?? Date.parse(payout.createdAt),
    organizationId: payout.organizationId,
    connectionId: payout.connectionId,
    memo: memoOf(payout, asked),
  };
}
