import { EmbeddedTable } from '../../../../local/table/embedded-table.ts';
import { memoryClient } from '../../../../local/table/memory-client.ts';
import { createIds } from '../../../../shared/ground/time/ids.ts';
import { Dice } from '../../simulation/engine/dice.ts';
import { createAwsLike } from '../store/aws-like.ts';
import { type Intercept, intercepted } from '../store/intercept.ts';
import { PartitionLimits } from '../store/partition-limits.ts';
import { createSdkRetries } from '../store/sdk-retries.ts';
import { createProcesses, type Fleet } from './fleet.ts';
import { VirtualTime } from './virtual-time.ts';

/** The table in memory in virtual time, with AWS's latencies, conflicts and limits. The same seed, the same run. */
export class ModelledTable {
  readonly time = new VirtualTime();
  readonly table = new EmbeddedTable({ now: this.time.clock });
  readonly limits = new PartitionLimits(() => this.time.exact);
  readonly dice: Dice;
  readonly #client = memoryClient(this.table, { takes: async () => {} });
  readonly #likeAws = createAwsLike({ sleep: this.time.sleep });

  constructor(seed: number) {
    this.dice = new Dice(seed);
  }

  /** Processes whose calls take no time; for preparing, until the table is limited. */
  startTimeless(): Promise<Fleet> {
    return this.#start([]);
  }

  /** Processes whose calls take AWS's time, and are repeated by the SDK where they are throttled. */
  start(...intercepts: readonly Intercept[]): Promise<Fleet> {
    return this.#start([...intercepts, createSdkRetries(this.time.sleep, () => this.dice.next()), this.#likeAws]);
  }

  /** From now on a partition takes no more than AWS's does. */
  limit(): void {
    this.table.mayConsume = this.limits.consume;
  }

  #start(intercepts: readonly Intercept[]): Promise<Fleet> {
    const { time, dice } = this;
    return createProcesses(
      { tableName: this.table.name, connect: () => intercepted(this.#client, ...intercepts) },
      {
        clock: time.clock,
        sleep: time.sleep,
        stopwatch: () => time.exact,
        random: () => dice.next(),
        ids: createIds((size) => dice.bytes(size)),
      },
    );
  }
}
