import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import { behindIndex } from './index-lag.ts';
import type { Item } from './item.ts';
import type { SendCall } from './lean-client.ts';
import { readByKey } from './read-by-key.ts';
import { byTime, readRange } from './read-range.ts';
import { conflict, noAnswer, throttled } from './refusals.ts';
import { nameOf, never, type Stage } from './stage.ts';
import { callOf, describe, isWrite, keyText, type Output, type TableCall } from './table-call.ts';
import { Visibility } from './visibility.ts';
import type { Commit, Witness } from './witness.ts';

/** Turns that a transaction's answer waits for: usually below so many, and at most so many. */
const usualTurns = 12;
const longestTurns = 200;

interface Parts {
  /** To the real one. */
  readonly send: SendCall;
  /** Of this run alone: the same seed makes the same tokens, and DynamoDB remembers them for ten minutes. */
  readonly tokenPrefix: string;
  /** Whether reads go to the real one too. */
  readonly readsTable: boolean;
  readonly stage: Stage;
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly witness: Witness;
}

interface Result {
  readonly output?: Output;
  readonly error?: unknown;
  /** What the call changed. */
  readonly commit?: Commit | undefined;
  /** Makes it visible to plain reads. */
  readonly show?: () => void;
}

/** Something between the service and the way to the table: a deliberate fault. */
export type Rewrite = (call: TableCall, send: (call: TableCall) => Promise<Output>) => Promise<Output>;

/** The way to the table. The engine is the real one; when a call is sent, arrives and is answered is up to the stage. */
export class SimulatedTable {
  readonly #parts: Parts;
  readonly #visibility: Visibility;
  readonly #sentTokens = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#visibility = new Visibility(parts.dice);
  }

  /** What the service takes for DynamoDB. */
  client(rewrite: Rewrite = (call, send) => send(call)): DynamoDBDocumentClient {
    const send = (command: Parameters<typeof callOf>[0]) => rewrite(callOf(command), (call) => this.#travel(call));
    return { send } as unknown as DynamoDBDocumentClient;
  }

  /** A call without detours, for setting the scene and for looking at the end of it. */
  async direct(command: Parameters<typeof callOf>[0]): Promise<Output> {
    const { output, error, commit, show } = await this.#perform(callOf(command));
    show?.();
    if (commit) commit.visibleSince = commit.step;
    if (error) throw error;
    return output ?? {};
  }

  async #travel(call: TableCall): Promise<Output> {
    const { stage, dice } = this.#parts;
    const what = describe(call);
    await stage.park(nameOf(`sends ${what}`));
    // What a process had sent before it died may still take effect.
    if (!stage.survives(`sending ${what}`) && !(isWrite(call) && dice.chance(0.5))) await never();
    const { output, error, commit, show } = await this.#pass(call, what);
    await stage.park(nameOf(error ? `is refused ${what}` : `hears of ${what}`));
    show?.();
    if (commit) commit.visibleSince = stage.step;
    if (!stage.survives(`hearing of ${what}`)) await never();
    if (error) throw error;
    return output ?? {};
  }

  async #pass(call: TableCall, what: string): Promise<Result> {
    const { faults, stage } = this.#parts;
    if (faults.strikes('callFails', what)) return { error: noAnswer() };
    if (faults.strikes('throttled', what)) return { error: throttled(call) };
    if (this.#isRefused(call, what)) return { error: conflict(call) };
    const result = await this.#perform(call);
    if (!isWrite(call) || result.error) return result;
    const isCommit = call.name === 'TransactWrite';
    if (isCommit) await this.#linger(what);
    if (faults.strikes(isCommit ? 'commitAnswerLost' : 'answerLost', what)) return { ...result, error: noAnswer() };
    if (!faults.strikes(isCommit ? 'commitRepeated' : 'writeRepeated', what)) return result;
    await stage.park(nameOf(`repeats ${what}`));
    return { ...result, ...(await this.#perform(call)), ...(result.show && { show: result.show }) };
  }

  /** A transaction takes longer than anything else: others go on beside it. */
  async #linger(what: string): Promise<void> {
    const { stage, dice, faults } = this.#parts;
    const turns = faults.strikes('commitLingers', what) ? longestTurns : dice.below(usualTurns);
    for (let turn = 0; turn < turns; turn += 1) await stage.park(nameOf(`is not done with ${what}`));
  }

  #isRefused(call: TableCall, what: string): boolean {
    if (!isWrite(call) && call.name !== 'TransactGet') return false;
    return this.#visibility.conflicts(call) || this.#parts.faults.strikes('transactionConflict', what);
  }

  async #perform(call: TableCall): Promise<Result> {
    const { stage, faults, witness, send, readsTable } = this.#parts;
    try {
      const known = readsTable ? undefined : (readByKey(call, witness) ?? readRange(call, witness));
      const output = known ?? this.#ofThisRun(call, await stage.io(() => send(this.#withOwnToken(call))));
      if (!isWrite(call)) return { output: behindIndex(call, this.#visibility.asSeen(call, output), witness, faults) };
      if (this.#isRepeat(call)) return { output };
      const commit = witness.record(call, output);
      const show = commit && call.name === 'TransactWrite' ? this.#visibility.hide(commit) : undefined;
      return { output, commit, ...(show && { show }) };
    } catch (error) {
      if (!(error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode) throw error;
      return { error };
    }
  }

  /** The index still has the heartbeats of the runs that had the table before. */
  #ofThisRun({ input }: TableCall, output: Output): Output {
    if (input.IndexName !== 'due') return output;
    const mine = output.Items.filter((item: Item) => this.#parts.witness.current(keyText(item)));
    return { ...output, Items: mine.sort(byTime) };
  }

  #withOwnToken(call: TableCall): TableCall {
    const { ClientRequestToken: token } = call.input;
    if (token === undefined) return call;
    return { ...call, input: { ...call.input, ClientRequestToken: this.#parts.tokenPrefix + token } };
  }

  /** DynamoDB knows the token: it answers as it did, and does nothing. */
  #isRepeat({ input }: TableCall): boolean {
    const token: string | undefined = input.ClientRequestToken;
    if (token === undefined) return false;
    const known = this.#sentTokens.has(token);
    this.#sentTokens.add(token);
    return known;
  }
}
