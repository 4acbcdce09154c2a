import { type Address, parseEventLogs } from 'viem';
import { payoutVault } from '../../../contracts/payout-vault.ts';
import { leaseMs } from '../../../shared/journal/due/claim-work.ts';
import { vaultKey } from '../../../shared/providers/evm/vault/paying/vault-state.ts';
import { Dice } from '../../proofs/simulation/engine/dice.ts';
import { crashAt } from '../../support/crash.ts';
import type { Intercept } from '../../support/faults.ts';
import { pauseAt } from '../../support/pause.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';
import { Bystander } from './vault-bystander.ts';
import { inToken, newPayee, type VaultChain, VaultPlace } from './vault-place.ts';
import { type Liar, type Replaced, type VaultProcess, vaultProcess } from './vault-process.ts';

const minuteMs = 60_000;
const mostPayouts = 5;
const acts = 30;
/** A call of a step, at which its process dies. */
const lastCall = 90;
/** A call at which a process pauses: it has read what is asked for, and decides or signs after others did. */
const lastPause = 12;
/** After the acts everybody is honest, and everything has to end. */
const mostRounds = 14;

type Backup = Awaited<ReturnType<typeof takeBackup>>;

let stories = 0;

/**
 * Plays a story of payouts to wallets: processes that die, pause and work at once, payees whom the token blocks, blocks that are late or taken back, nonces
 * that are used by hand, a node that lies, restores of the payments table, and somebody who sends forgotten transactions again.
 */
export async function playVaultStory(chain: VaultChain, seed: number, replaced: Replaced = {}): Promise<Played> {
  stories += 1;
  const place = await VaultPlace.start(chain, { nodes: [chain.url, chain.url] });
  const story = new VaultStory(chain, place, { dice: new Dice(seed), replaced, first: stories * 100 });
  try {
    await story.begin();
    for (let act = 0; act < acts; act += 1) await story.act();
    const open = await story.end();
    const violations = [...open, ...(await story.violations())];
    return { violations, ended: story.ended };
  } finally {
    place.stop();
  }
}

/** What became of a story. */
interface Played {
  /** What should never have been, in words; none where all held. */
  readonly violations: readonly string[];
  /** The last status of each payout. */
  readonly ended: readonly string[];
}

type Act = () => Promise<unknown>;

interface PausedStep {
  readonly resume: () => void;
  readonly step: Promise<unknown>;
}

interface Told {
  readonly key: string;
  readonly to: Address;
}

class VaultStory {
  readonly #chain: VaultChain;
  readonly #place: VaultPlace;
  readonly #dice: Dice;
  readonly #replaced: Replaced;
  readonly #liar: Liar = { isLying: false };
  readonly #payouts: Told[] = [];
  readonly #blocked = new Set<Address>();
  readonly #first: number;
  readonly #ended = new Map<string, string>();
  readonly #bystander: Bystander;
  /** Payouts that were told to have failed. */
  readonly #failed = new Set<string>();
  /** Processes that pause in the middle of a step, the oldest first. */
  readonly #paused: PausedStep[] = [];
  #backup: Backup | undefined;
  /** What may happen in every story. */
  readonly #usual: readonly Act[] = [
    () => this.#submit(),
    () => this.#step(),
    () => this.#step(),
    () => this.#signAndForget(),
    () => this.#chain.finalize(),
    () => this.#letTimePass(),
    () => this.#block(),
    () => this.#blockForAWhile(),
    () => (this.#paused.length > 0 && this.#dice.chance(0.7) ? this.#resume() : this.#pause()),
    () => this.#signBehind(),
  ];
  /** Each of these happens in half of the stories: one that has few kinds of acts gets further with them. */
  readonly #sometimes: readonly Act[] = [
    () => Promise.all([this.#step(), this.#step()]),
    () => this.#chain.mine(),
    () => this.#place.dropWaiting(),
    () => this.#forget(),
    () => this.#takeBack(),
    () => this.#useNonce(),
    () => this.#place.govern('setPaused', this.#dice.chance(0.3)),
    () => this.#restore(),
    () => this.#ask(),
    () => this.#turnLiar(),
  ];
  readonly #acts: readonly Act[];

  constructor(
    chain: VaultChain,
    place: VaultPlace,
    { dice, replaced, first }: { readonly dice: Dice; readonly replaced: Replaced; readonly first: number },
  ) {
    this.#chain = chain;
    this.#place = place;
    this.#dice = dice;
    this.#replaced = replaced;
    this.#first = first;
    this.#bystander = new Bystander(place);
    this.#acts = [...this.#usual, ...this.#sometimes.filter(() => dice.chance(0.5))];
  }

  /** There is something to pay from the beginning. */
  async begin(): Promise<void> {
    await this.#submit();
    await this.#submit();
  }

  async act(): Promise<void> {
    await this.#dice.pick(this.#acts)?.();
    await this.#bystander.watch();
    await this.#profit();
  }

  /** Less than a signature lives, or a little more. */
  async #letTimePass(): Promise<void> {
    await this.#chain.advance(minuteMs * (1 + this.#dice.below(16)));
    await this.#chain.mine();
  }

  /** The worst that can follow when a payout has just failed: its payee is blocked no more, and whatever was signed for it is sent again. */
  async #profit(): Promise<void> {
    for (const payout of this.#payouts) {
      if (this.#failed.has(payout.key) || (await this.#told(payout)) !== 'failed') continue;
      this.#failed.add(payout.key);
      await this.#unblockAll();
      await this.#bystander.sendAgain(this.#keyOf(payout));
    }
  }

  async #unblockAll(): Promise<void> {
    for (const payee of this.#blocked) await this.#chain.onDollar('freeze', payee, false);
    this.#blocked.clear();
  }

  async #turnLiar(): Promise<void> {
    this.#liar.isLying = this.#dice.chance(0.4);
  }

  /** Everybody is honest, nobody is blocked anew, and each payout is due at its rail until it is over. @returns those that never end */
  async end(): Promise<string[]> {
    this.#liar.isLying = false;
    while (this.#paused.length > 0) await this.#resume();
    await this.#place.govern('setPaused', false);
    const open = new Set(this.#payouts);
    for (let round = 0; round < mostRounds && open.size > 0; round += 1) {
      await this.#chain.advance(Math.max(leaseMs, 16 * minuteMs));
      await this.#chain.finalize();
      await this.#process()
        .step()
        .catch(() => undefined);
      await this.#chain.finalize();
      for (const payout of open) if (/completed|failed/.test(await this.#sent(payout))) open.delete(payout);
    }
    return [...open].map(({ key }) => `${key} never ends`);
  }

  async violations(): Promise<string[]> {
    for (const payout of this.#payouts) this.#ended.set(payout.key, await this.#sent(payout));
    await this.#unblockAll();
    for (let round = 0; round < 2; round += 1) {
      await this.#chain.finalize();
      await this.#process()
        .step()
        .catch(() => undefined);
    }
    await this.#chain.finalize();
    const paid = await this.#paidKeys();
    const known = new Set(this.#payouts.map((payout) => this.#keyOf(payout)));
    const unknown = paid.filter((key) => !known.has(key)).map((key) => `the vault paid ${key}, which is no payout`);
    const wrong = await Promise.all(
      this.#payouts.map((payout) => this.#faultOf(payout, this.#ended.get(payout.key), paid)),
    );
    return [...unknown, ...wrong.flat()];
  }

  get ended(): string[] {
    return [...this.#ended.values()];
  }

  async #faultOf({ key, to }: Told, ended: string | undefined, paid: readonly string[]): Promise<string[]> {
    const times = paid.filter((one) => one === this.#keyOf({ key })).length;
    const tokens = await this.#chain.balanceOf(to);
    const wanted = ended === 'completed' ? 1 : 0;
    if (times === wanted && tokens === inToken(5_00n) * BigInt(wanted)) return [];
    return [`${key} is ${ended}, was paid ${times} times, and its payee has ${tokens}`];
  }

  #keyOf({ key }: Pick<Told, 'key'>): string {
    return vaultKey({ organizationId: this.#place.of.organizationId, payoutId: key });
  }

  async #paidKeys(): Promise<string[]> {
    const logs = await this.#chain.client.getLogs({ address: this.#place.vault, fromBlock: 0n });
    return parseEventLogs({ abi: payoutVault.abi, eventName: 'Paid', logs }).map(({ args: { key } }) => key);
  }

  async #submit(): Promise<void> {
    if (this.#payouts.length === mostPayouts) return this.#ask();
    const to = newPayee(this.#first + this.#payouts.length);
    const payout = { key: `payout_${this.#payouts.length}`, to };
    this.#payouts.push(payout);
    await this.#living(({ submit }) => submit(payout.key, to));
    if (this.#dice.chance(0.5)) this.#backup = await takeBackup(this.#place.store);
  }

  /** As a worker does whose payout is due. */
  async #ask(): Promise<void> {
    const payout = this.#dice.pick(this.#payouts);
    if (payout) await this.#sent(payout).catch(() => undefined);
  }

  async #told({ key, to }: Told): Promise<string> {
    return (await this.#process().status(key, to)).status;
  }

  async #sent({ key, to }: Told): Promise<string> {
    const { status, submit } = this.#process();
    const known = await status(key, to);
    return (known.status === 'unknown' ? await submit(key, to) : known).status;
  }

  #step(): Promise<void> {
    return this.#living(({ step }) => step());
  }

  /** Some processes die at one of their calls. Others may fail, as where nodes disagree. */
  async #living(work: (process: VaultProcess) => Promise<unknown>): Promise<void> {
    if (!this.#dice.chance(0.3)) return void (await work(this.#process()).catch(() => undefined));
    const moment = this.#dice.chance(0.5) ? 'before' : 'after';
    const point = { call: 1 + this.#dice.below(lastCall), moment } as const;
    const { intercept, crashed } = crashAt(point);
    await Promise.race([work(this.#process(intercept)).catch(() => undefined), crashed]);
    await this.#chain.advance(leaseMs);
  }

  #process(intercept: Intercept = (_call, send) => send()) {
    return vaultProcess(this.#place, intercept, this.#replaced, this.#liar);
  }

  async #block(): Promise<void> {
    const payee = (await this.#waiting())?.to;
    if (!payee) return;
    if (this.#dice.chance(0.5)) await this.#letTimePass();
    const isBlocked = this.#blocked.has(payee);
    await this.#chain.onDollarFirst('freeze', payee, !isBlocked);
    await (this.#dice.chance(0.5) ? this.#chain.finalize() : this.#chain.mine());
    if (isBlocked) this.#blocked.delete(payee);
    else this.#blocked.add(payee);
  }

  /** Somebody uses the signer's key by hand. */
  async #useNonce(): Promise<void> {
    const { client } = this.#chain;
    const { address } = this.#place.signer;
    await client.impersonateAccount({ address });
    await client
      .sendTransaction({ account: address, to: this.#place.owner, value: 1n, gas: 21_000n })
      .catch(() => undefined);
    await client.stopImpersonatingAccount({ address });
  }

  /** The newest final block shows a payee as blocked who is not blocked any more, and who may be paid in a later block. */
  async #blockForAWhile(): Promise<void> {
    const payout = await this.#waiting();
    if (!payout) return;
    await this.#place.dropWaiting();
    await this.#chain.onDollar('freeze', payout.to, true);
    await this.#chain.finalize();
    await this.#chain.onDollarFirst('freeze', payout.to, false);
    this.#blocked.delete(payout.to);
    await this.#bystander.sendAgain(this.#keyOf(payout));
    if (this.#dice.chance(0.5)) await this.#chain.advance(16 * minuteMs);
    await this.#chain.mine();
    if (this.#dice.chance(0.5)) await this.#step();
  }

  /** A payout that is not over. */
  async #waiting(): Promise<Told | undefined> {
    const statuses = await Promise.all(this.#payouts.map((payout) => this.#told(payout)));
    return this.#dice.pick(this.#payouts.filter((_, index) => !/completed|failed/.test(statuses[index] ?? '')));
  }

  /** A restore loses what was signed a moment ago, and the node has lost it too; perhaps it happens again later. */
  async #signAndForget(): Promise<void> {
    do {
      this.#backup = await takeBackup(this.#place.store);
      await this.#step();
      await this.#bystander.watch();
      await this.#forget();
      if (this.#dice.chance(0.5)) await this.#letTimePass();
    } while (this.#dice.chance(0.4));
  }

  /** The chain takes its newest block back, which is not final. What was in it waits nowhere. */
  async #takeBack(): Promise<void> {
    await this.#chain.mine();
    await this.#chain.client.request({ method: 'anvil_reorg', params: [1, []] } as never);
  }

  /** What waits to be mined is lost by the node and by a restore. Its signatures live on. */
  async #forget(): Promise<void> {
    await this.#place.dropWaiting();
    if (this.#backup) await restoreBackup(this.#place.store, this.#backup);
  }

  /** A process stops in the middle of a step, and goes on much later. */
  async #pause(): Promise<void> {
    const { intercept, paused, resume } = pauseAt(1 + this.#dice.below(lastPause));
    const step = this.#process(intercept)
      .step()
      .catch(() => undefined);
    await Promise.race([step, paused]);
    this.#paused.push({ resume, step });
  }

  /** While a process pauses, another one signs, the token blocks a payee, and the first one decides by what it had read. */
  async #signBehind(): Promise<void> {
    await this.#pause();
    await this.#signAndForget();
    if (this.#dice.chance(0.7)) await this.#block();
    await this.#resume();
  }

  async #resume(): Promise<void> {
    const process = this.#paused.shift();
    process?.resume();
    await process?.step;
  }

  async #restore(): Promise<void> {
    const { store } = this.#place;
    if (this.#backup && this.#dice.chance(0.5)) await restoreBackup(store, this.#backup);
    else this.#backup = await takeBackup(store);
  }
}
