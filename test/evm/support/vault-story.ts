import { type Address, parseEventLogs } from 'viem';
import { payoutVault } from '../../../contracts/payout-vault.ts';
import { leaseMs } from '../../../shared/journal/due/claim-work.ts';
import { vaultKey } from '../../../shared/providers/evm/vault/paying/vault-state.ts';
import { Dice } from '../../simulation/engine/dice.ts';
import { crashAt } from '../../support/crash.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';
import { inToken, newPayee, type VaultChain, VaultPlace } from './vault-place.ts';
import { type Liar, type Replaced, vaultProcess } from './vault-process.ts';

const minuteMs = 60_000;
const mostPayouts = 5;
const acts = 35;
/** A call of a step, at which its process dies. */
const lastCall = 90;
/** After the acts everybody is honest, and everything has to end. */
const mostRounds = 14;

type Backup = Awaited<ReturnType<typeof takeBackup>>;

let stories = 0;

/**
 * Plays a story of payouts to wallets: processes that die and work at once, payees whom the token blocks, blocks that are late, nonces that are used by hand,
 * a node that lies, and restores of the payments table.
 */
export async function playVaultStory(chain: VaultChain, seed: number, replaced: Replaced = {}): Promise<Played> {
  stories += 1;
  const place = await VaultPlace.start(chain, { nodes: [chain.url, chain.url] });
  const story = new VaultStory(chain, place, { dice: new Dice(seed), replaced, first: stories * 100 });
  try {
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
  #backup: Backup | undefined;

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
  }

  async act(): Promise<void> {
    const act = this.#dice.pick([
      () => this.#submit(),
      () => this.#submit(),
      () => this.#step(),
      () => this.#step(),
      () => this.#step(),
      () => Promise.all([this.#step(), this.#step()]),
      () => this.#chain.mine(),
      () => this.#chain.finalize(),
      () => this.#chain.finalize(),
      () => this.#chain.advance(minuteMs * (1 + this.#dice.below(16))),
      () => this.#block(),
      () => this.#place.dropWaiting(),
      () => this.#useNonce(),
      () => this.#place.govern('setPaused', this.#dice.chance(0.3)),
      () => this.#restore(),
      () => this.#ask(),
      () => this.#turnLiar(),
    ]);
    await act?.();
  }

  #turnLiar(): void {
    this.#liar.isLying = !this.#liar.isLying;
  }

  /** Everybody is honest, nobody is blocked anew, and each payout is due at its rail until it is over. @returns those that never end */
  async end(): Promise<string[]> {
    this.#liar.isLying = false;
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
    for (const payee of this.#blocked) await this.#chain.onDollar('freeze', payee, false);
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
  }

  /** As a worker does whose payout is due. */
  async #ask(): Promise<void> {
    const payout = this.#dice.pick(this.#payouts);
    if (payout) await this.#sent(payout).catch(() => undefined);
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
  async #living(work: (process: ReturnType<typeof vaultProcess>) => Promise<unknown>): Promise<void> {
    if (!this.#dice.chance(0.3)) return void (await work(this.#process()).catch(() => undefined));
    const moment = this.#dice.chance(0.5) ? 'before' : 'after';
    const point = { call: 1 + this.#dice.below(lastCall), moment } as const;
    const { intercept, crashed } = crashAt(point);
    const process = vaultProcess(this.#place, intercept, this.#replaced, this.#liar);
    await Promise.race([work(process).catch(() => undefined), crashed]);
    await this.#chain.advance(leaseMs);
  }

  #process() {
    return vaultProcess(this.#place, (_call, send) => send(), this.#replaced, this.#liar);
  }

  async #block(): Promise<void> {
    const payee = this.#dice.pick(this.#payouts)?.to;
    if (!payee) return;
    const isBlocked = this.#blocked.has(payee);
    await this.#chain.onDollarFirst('freeze', payee, !isBlocked);
    await this.#chain.mine();
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

  async #restore(): Promise<void> {
    const { store } = this.#place;
    if (this.#backup && this.#dice.chance(0.5)) await restoreBackup(store, this.#backup);
    else this.#backup = await takeBackup(store);
  }
}
