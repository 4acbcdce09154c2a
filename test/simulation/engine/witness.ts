import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { applyUpdate } from './apply-update.ts';
import { currentInvocation, type Invocation } from './invocation.ts';
import type { Item, Key } from './item.ts';
import type { Stage } from './stage.ts';
import { keyOfWrite, type OneWrite, type Output, type TableCall, writesOf } from './table-call.ts';

export interface Change {
  readonly key: Key;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** A call that changed something. */
export interface Commit {
  readonly step: number;
  readonly at: number;
  readonly by: Invocation | undefined;
  readonly changes: readonly Change[];
  /** Step since which every plain read sees all of it. */
  visibleSince: number;
}

/** One version of an item. */
export interface Version {
  readonly item: Item | undefined;
  readonly commit: Commit;
}

/** Sees every write that took effect, and so knows what the table held at every step. */
export class Witness {
  readonly commits: Commit[] = [];
  readonly #versions = new Map<Key, Version[]>();
  readonly #stage: Stage;
  /** Told of every change, as the table's stream is. */
  onChange: (change: Change) => void = () => {};

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  current(key: Key): Item | undefined {
    return this.#versions.get(key)?.at(-1)?.item;
  }

  history(key: Key): readonly Version[] {
    return this.#versions.get(key) ?? [];
  }

  /** Keys of an entity or of all, whether their items still stand or not. */
  keys(prefix = ''): Key[] {
    return [...this.#versions.keys()].filter((key) => key.startsWith(prefix));
  }

  /** Records a call that took effect. */
  record(call: TableCall, output: Output): Commit | undefined {
    const changes = writesOf(call)
      .filter(({ kind }) => kind !== 'ConditionCheck')
      .map((write) => this.#changeBy(write, output));
    if (changes.length === 0) return undefined;
    const commit: Commit = {
      step: this.#stage.step,
      at: this.#stage.now,
      by: currentInvocation(),
      changes,
      visibleSince: Number.POSITIVE_INFINITY,
    };
    this.commits.push(commit);
    for (const change of changes) {
      this.#versions.set(change.key, [...this.history(change.key), { item: change.after, commit }]);
      this.onChange(change);
    }
    return commit;
  }

  #changeBy(write: OneWrite, output: Output): Change {
    const key = keyOfWrite(write);
    const before = this.current(key);
    return { key, before, after: this.#after(write, before, output) };
  }

  #after({ kind, input }: OneWrite, before: Item | undefined, output: Output): Item | undefined {
    if (kind === 'Delete') return undefined;
    if (kind === 'Put') return asStored(input.Item);
    return asStored(output.Attributes ?? applyUpdate(before, input));
  }
}

/** An item as it comes back: absent fields stay absent. */
function asStored(item: Item): Item {
  return unmarshall(marshall(item, { removeUndefinedValues: true }));
}
