import { type Address, isAddressEqual } from 'viem';
import { measurement } from '../../../../ground/metrics/catalog.ts';
import { metricFields } from '../../../../ground/metrics/embed.ts';
import type { VaultReport } from '../../../../ports/runtime.ts';
import type { VaultPayment } from '../../../records/vault-payment.ts';
import type { NodeBlock } from '../../node.ts';
import { sendTransactions } from '../../sending/send-transactions.ts';
import { answersOf, type Sender, type SendingRuntime } from '../../sending/sender.ts';
import type { ChainTransaction } from '../../sending/transaction-row.ts';
import type { OpenPayments } from './open-payments.ts';
import type { VaultBooks, Verdict } from './vault-books.ts';
import { findPaid, outlookOf, type PaidEvent, payCall, purposeOf } from './vault-calls.ts';
import { readVault, type VaultState, vaultKey } from './vault-state.ts';

/** Seconds for which a signature is valid. The design allows thirty minutes, and block times may differ a little. */
const validForSeconds = 15 * 60;
/** The number of payments about which nodes are asked at once. */
const mostLookedAt = 20;

/** A vault for making payments. */
export interface VaultPlace {
  readonly sender: Sender;
  readonly vault: Address;
}

/** Why payments are not signed now. Each of these reasons is temporary, and none fails a payout. */
export type VaultHindrance =
  | Exclude<Verdict, 'sound'>
  | 'restored'
  | 'paused'
  | 'signer'
  | 'empty'
  | 'limit'
  | 'clock'
  | 'refused';

/**
 * One step of making a vault's requested payments. A payment is made once, however often it is signed and by whom,
 * because the vault refuses a key that it has already paid. The next step completes what this one has left.
 * @param laterThan milliseconds: nothing is signed or given up before a block later than this is final
 * @returns undefined if another worker has the signer: ask again in some seconds
 * @throws as `sendTransactions` does
 */
export async function payWallets(
  runtime: SendingRuntime,
  { sender, vault }: VaultPlace,
  {
    payments,
    books,
    laterThan,
  }: { readonly payments: OpenPayments; readonly books: VaultBooks; readonly laterThan: number },
): Promise<VaultReport | undefined> {
  const { payments: asked, count } = await payments.list();
  let ended = 0;
  let isBehind = false;
  const sent = await sendTransactions(runtime, sender, async ({ open, final, room }) => {
    const tokens = [...new Set(asked.map(({ contract }) => contract as Address))];
    const keys = asked.map(vaultKey);
    const state = await readVault(sender.witnesses, { vault, tokens, keys }, final);
    const account = await sender.signer.address();
    const [now, { verdict, events }] = await Promise.all([
      chainSeconds(sender),
      books.compare(final, new Set(keys)),
      logFunds(runtime, sender, { state, account }),
    ]);
    isBehind = verdict === 'behind';
    const isRestored = final.madeAt <= laterThan;
    const step = new PayingStep(runtime, sender, { open, final, state, now, account, verdict, isRestored, events });
    for (const payment of asked) step.take(payment);
    const paid = await step.endPaid(payments);
    if (!(await runtime.isHalted(sender.connectionId))) await step.lookAhead(room);
    for (const payment of step.failed) await payments.end(payment, { state: 'failed' });
    ended = paid + step.failed.length;
    // Stored before anything is signed: the recorded end of signatures must never be too early.
    const noted = await Promise.all(
      step.signable.map((payment) => payments.noteSigning(payment, step.validUntil, final.number)),
    );
    step.report();
    const calls = step.signable.filter((_, index) => noted[index]).map((payment) => payCall(payment, step.validUntil));
    return { calls, unwanted: step.unwanted };
  });
  return sent && { open: count - ended, isMoving: isBehind || sent.open.length > 0 };
}

/** Logged for operators, who fund vaults and pay for gas. */
async function logFunds(
  { log }: Pick<SendingRuntime, 'log'>,
  { connectionId, chainId, nodes }: Sender,
  { state, account }: Pick<StepState, 'state' | 'account'>,
): Promise<void> {
  const coins = (await answersOf(nodes, (node) => node.balance(account))).reduce((a, b) => (a < b ? a : b));
  for (const [contract, { balance, leftToday }] of state.funds) {
    const amounts = { balance: `${balance}`, leftToday: `${leftToday}`, coins: `${coins}` };
    log.info('a vault was looked at', { connectionId, chainId, contract, ...amounts });
  }
}

/**
 * The time of the newest block that every node has. Block times count here, so a process with a wrong clock signs
 * nothing that is valid for long.
 */
async function chainSeconds({ nodes }: Sender): Promise<number> {
  const blocks = await answersOf(nodes, (node) => node.block('latest'));
  return Math.min(...blocks.map((block) => Math.floor((block?.madeAt ?? 0) / 1000)));
}

interface StepState {
  readonly open: readonly ChainTransaction[];
  readonly final: NodeBlock;
  readonly state: VaultState;
  /** Seconds. */
  readonly now: number;
  /** Who signs. */
  readonly account: Address;
  /** Whether every payment of the vault is known to have been requested. */
  readonly verdict: Verdict;
  /** Payments that were signed before a restore and are no longer recorded may still be mined. */
  readonly isRestored: boolean;
  /** The payments of the blocks that were compared. */
  readonly events: readonly PaidEvent[];
}

/** Decides one payment after another, taking into account what the earlier ones use of the vault. */
class PayingStep {
  readonly failed: VaultPayment[] = [];
  readonly signable: VaultPayment[] = [];
  /** Nonces of payments whose signatures have expired. */
  readonly unwanted = new Set<number>();
  /** Seconds. */
  readonly validUntil: number;
  readonly #runtime: SendingRuntime;
  readonly #sender: Sender;
  readonly #there: StepState;
  readonly #taken = new Map<string, bigint>();
  readonly #hindrances = new Map<VaultHindrance, number>();
  /** What the vault shows as paid. */
  readonly #shownPaid: VaultPayment[] = [];
  /** What the vault could pay now. */
  readonly #payable: VaultPayment[] = [];

  constructor(runtime: SendingRuntime, sender: Sender, there: StepState) {
    this.#runtime = runtime;
    this.#sender = sender;
    this.#there = there;
    const clock = Math.floor(runtime.clock() / 1000);
    this.validUntil = Math.min(clock, there.now) + validForSeconds;
  }

  take(payment: VaultPayment): void {
    const { open, state, now } = this.#there;
    if (state.paid.has(vaultKey(payment))) {
      this.#shownPaid.push(payment);
      return;
    }
    const purpose = purposeOf(payment);
    const underWay = open.find(({ purposes }) => purposes.includes(purpose));
    if (underWay) {
      this.#reserve(payment);
      if ((payment.validUntil ?? 0) < now) this.unwanted.add(underWay.nonce);
      return;
    }
    const hindrance = this.#hindranceOf(payment);
    if (hindrance) {
      this.#count(hindrance);
      return;
    }
    this.#reserve(payment);
    this.#payable.push(payment);
  }

  /**
   * Ends paid payments, several in parallel: a hundred payments may become final together, and a step that runs out of
   * time must leave fewer for the next one.
   * @returns how many
   */
  async endPaid(payments: OpenPayments): Promise<number> {
    let ended = 0;
    for (let start = 0; start < this.#shownPaid.length; start += mostLookedAt) {
      const some = this.#shownPaid.slice(start, start + mostLookedAt);
      const { events: seen, final } = this.#there;
      const hashes = await findPaid(this.#sender.witnesses, some, { seen, toBlock: final.number });
      for (const payment of some) {
        const { payoutId, vault, connectionId } = payment;
        const hash = hashes.get(payoutId);
        if (hash === undefined) {
          this.#alarm('a vault has paid something else than it was asked for', { payoutId, vault, connectionId });
          continue;
        }
        await payments.end(payment, { state: 'paid', hash });
        ended += 1;
      }
    }
    return ended;
  }

  /**
   * Asks what the vault would do with the payments that it could make. A payment that it would refuse is not signed,
   * because that would waste gas. The payment fails if the payee is the reason and a final block is later than every
   * signature.
   * @param room how many can be signed
   */
  async lookAhead(room: number): Promise<void> {
    if (room === 0) return;
    const { account, final } = this.#there;
    const { nodes } = this.#sender;
    const looked = inTurns(this.#payable).slice(0, mostLookedAt);
    const outlooks = await Promise.all(
      looked.map((payment) => outlookOf({ nodes, account }, payment, { validUntil: this.validUntil, at: final })),
    );
    for (const [index, payment] of looked.entries()) {
      const outlook = outlooks[index];
      if (outlook === 'refused') this.#count('refused');
      if (outlook === 'payeeRefused' && (payment.validUntil ?? 0) < Math.floor(final.madeAt / 1000))
        this.failed.push(payment);
      if (outlook === 'paid' && this.signable.length < room) this.signable.push(payment);
    }
  }

  #hindranceOf({ contract, amount }: VaultPayment): VaultHindrance | undefined {
    const { state, account, now, verdict, isRestored } = this.#there;
    const { isPaused, signer, funds } = state;
    if (verdict !== 'sound') return verdict;
    if (isRestored) return 'restored';
    if (isPaused) return 'paused';
    // A clock that is far behind would sign payments that have already expired.
    if (this.validUntil <= now) return 'clock';
    if (!isAddressEqual(signer, account)) return 'signer';
    const { balance = 0n, leftToday = 0n } = funds.get(contract) ?? {};
    const wanted = (this.#taken.get(contract) ?? 0n) + BigInt(amount);
    if (wanted > balance) return 'empty';
    return wanted > leftToday ? 'limit' : undefined;
  }

  #reserve({ contract, amount }: VaultPayment): void {
    this.#taken.set(contract, (this.#taken.get(contract) ?? 0n) + BigInt(amount));
  }

  #count(hindrance: VaultHindrance): void {
    this.#hindrances.set(hindrance, (this.#hindrances.get(hindrance) ?? 0) + 1);
  }

  report(): void {
    const { connectionId, chainId } = this.#sender;
    for (const [hindrance, payments] of this.#hindrances)
      this.#alarm('a vault cannot pay', { connectionId, chainId, hindrance, payments });
  }

  #alarm(message: string, fields: Readonly<Record<string, unknown>>): void {
    const counted = metricFields(this.#runtime.clock(), measurement('FlushHindered', 1));
    this.#runtime.log.error(message, { ...fields, ...counted });
  }
}

/**
 * The oldest payment of each token, then the second of each, and so on, so that a token that cannot be moved now delays
 * no other one.
 */
function inTurns(payments: readonly VaultPayment[]): VaultPayment[] {
  const ofTokens = [...Map.groupBy(payments, ({ contract }) => contract).values()];
  const most = Math.max(0, ...ofTokens.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => ofTokens.flatMap((some) => some.slice(turn, turn + 1))).flat();
}
