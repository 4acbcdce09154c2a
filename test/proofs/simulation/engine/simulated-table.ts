import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callOf, describe, type Input, isWrite, type Output, type TableCall } from '../../../../local/table/call.ts';
import type { EmbeddedTable } from '../../../../local/table/embedded-table.ts';
import { type Item, keyText } from '../../../../local/table/item.ts';
import type { Referee } from '../../../local/table/referee.ts';
import { markWrites } from '../../../support/later-release/mark-writes.ts';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import { behindIndex } from './index-lag.ts';
import { conflict, noAnswer, throttled } from './refusals.ts';
import { nameOf, never, type Stage } from './stage.ts';
import { Visibility } from './visibility.ts';
import type { Commit, Witness } from './witness.ts';

/** Turns that a transaction's answer waits for: usually below so many, and at most so many. */
const usualTurns = 12;
const longestTurns = 200;
/** The SDK repeats within seconds. Tables remember a transaction for ten minutes, and not all of them by this clock. */
const longestRepeatMs = 60_000;
/** What has travelled longer than this, over a leap of the clock, never arrives. */
const longestWayMs = 60_000;

interface Parts {
  readonly table: EmbeddedTable;
  /** Holds every answer of the table against DynamoDB Local's. */
  readonly referee?: Referee | undefined;
  readonly stage: Stage;
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly witness: Witness;
  /** Whether everything that is put is stored with attributes of a later release. */
  readonly isMarked: boolean;
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

/** The way to the table. When a call is sent, arrives and is answered is up to the stage. */
export class SimulatedTable {
  readonly #parts: Parts;
  readonly #visibility: Visibility;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#visibility = new Visibility(parts.dice, parts.stage);
  }

  /** What the service takes for DynamoDB. */
  client(rewrite: Rewrite = (call, send) => send(call)): DynamoDBDocumentClient {
    const send = (command: Parameters<typeof callOf>[0]) =>
      rewrite(callOf(command), (call) => this.#travel(this.#asStored(call)));
    return { send } as unknown as DynamoDBDocumentClient;
  }

  /** A call without detours, for setting the scene and for looking at the end of it. */
  async direct(call: TableCall): Promise<Output> {
    const { output, error, commit, show } = await this.#perform(this.#asStored(call));
    show?.();
    if (commit) Object.assign(commit, { visibleSince: commit.step, underWayMs: 0 });
    if (error) throw error;
    return output ?? {};
  }

  #asStored(call: TableCall): TableCall {
    return this.#parts.isMarked ? markWrites(call) : call;
  }

  async #travel(call: TableCall): Promise<Output> {
    const { stage, dice } = this.#parts;
    const what = describe(call);
    const sentAt = stage.now;
    await stage.park(nameOf(`sends ${what}`));
    // What a process had sent before it died may still take effect.
    if (!stage.survives(`sending ${what}`)) {
      if (!isWrite(call) || dice.chance(0.5)) await never();
      // Not beside what the end of its process sets going: the order would be that of real input and output.
      await stage.park(nameOf(`is still under way with ${what}`));
      if (stage.now - sentAt > longestWayMs) await never();
    }
    const { output, error, commit, show } = await this.#pass(call, what);
    await stage.park(nameOf(error ? `is refused ${what}` : `hears of ${what}`));
    show?.();
    this.#isVisible(commit, sentAt);
    const heard = call.name === 'BatchGet' && output ? await this.#readOn(call, output) : output;
    if (!stage.survives(`hearing of ${what}`)) await never();
    if (error) throw error;
    return heard ?? {};
  }

  /** A batch reads its items one by one: each as it was when the batch began or as it is when it ends. */
  async #readOn(call: TableCall, first: Output): Promise<Output> {
    const { dice } = this.#parts;
    const { output: last = first } = await this.#perform(call);
    const [[table = '', { Keys }] = ['', { Keys: [] }]] = Object.entries<Input>(call.input.RequestItems);
    const itemsOf = ({ Responses }: Output) =>
      new Map<string, Item>(Responses[table].map((item: Item) => [keyText(item), item]));
    const [before, after] = [itemsOf(first), itemsOf(last)];
    const read = Keys.map((key: Item) => (dice.chance(0.5) ? before : after).get(keyText(key)));
    return { ...first, Responses: { [table]: read.filter((item: Item | undefined) => item !== undefined) } };
  }

  async #pass(call: TableCall, what: string): Promise<Result> {
    const { faults, stage } = this.#parts;
    if (faults.strikes('callFails', what)) return { error: noAnswer() };
    if (faults.strikes('throttled', what)) return { error: throttled(call) };
    if (isWrite(call) && faults.strikes('arrivesLate', what)) {
      void this.#arriveLate(call, what);
      return { error: noAnswer() };
    }
    if (this.#isRefused(call, what)) return { error: conflict(call) };
    const arrivedAt = stage.now;
    const result = await this.#perform(call);
    if (!isWrite(call) || result.error) return result;
    const isCommit = call.name === 'TransactWrite';
    if (isCommit) await this.#linger(what);
    if (faults.strikes(isCommit ? 'commitAnswerLost' : 'answerLost', what)) return { ...result, error: noAnswer() };
    if (!faults.strikes(isCommit ? 'commitRepeated' : 'writeRepeated', what)) return result;
    await stage.park(nameOf(`repeats ${what}`));
    if (stage.now - arrivedAt > longestRepeatMs) return result;
    return { ...result, ...(await this.#perform(call)), ...(result.show && { show: result.show }) };
  }

  /** Its sender has given it up, and goes on. */
  async #arriveLate(call: TableCall, what: string): Promise<void> {
    const { stage, dice } = this.#parts;
    const sentAt = stage.now;
    for (let turn = dice.below(longestTurns); turn >= 0; turn -= 1)
      await stage.park(nameOf(`is still under way with ${what}`));
    if (stage.now - sentAt > longestWayMs) return;
    const { commit, show } = await this.#perform(call);
    show?.();
    this.#isVisible(commit, sentAt);
  }

  #isVisible(commit: Commit | undefined, sentAt: number): void {
    if (!commit) return;
    const { step, now } = this.#parts.stage;
    commit.visibleSince = step;
    commit.underWayMs = now - sentAt;
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
    const { stage, faults, witness, table, referee } = this.#parts;
    try {
      const output = referee ? await stage.io(() => referee.perform(call)) : table.perform(call);
      if (!isWrite(call)) return { output: behindIndex(call, this.#visibility.asSeen(call, output), witness, faults) };
      const commit = witness.record();
      const show = commit && call.name === 'TransactWrite' ? this.#visibility.hide(commit) : undefined;
      return { output, commit, ...(show && { show }) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { error };
    }
  }
}

/** Whether DynamoDB refused the call; anything else ends the run. */
function isRefusal(error: unknown): boolean {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== undefined;
}
