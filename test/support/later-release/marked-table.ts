import { type TableCall as Call, type Input, writesOf } from '../../../local/table/call.ts';
import { type Item, type Key, keyText } from '../../../local/table/item.ts';
import { createTestTable, type TestTable } from '../dynamodb.ts';
import { markWrites } from './mark-writes.ts';
import { lostMarks } from './marks.ts';

/** A table that a later release writes too: whatever is put gets attributes that this release does not know. */
export interface MarkedTable extends TestTable {
  /** What rows that were put again have lost, as sentences. */
  readonly lost: string[];
  /** Names of the entities of which a row was put again. */
  readonly replaced: Set<string>;
}

/** For calls one after another: it compares each row that is put with the one that was put before. */
export async function createMarkedTable(): Promise<MarkedTable> {
  const { client, tableName } = await createTestTable();
  const rows = new Map<Key, Item>();
  const lost: string[] = [];
  const replaced = new Set<string>();

  function record(call: Call): void {
    for (const { kind, input } of writesOf(call)) {
      if (kind === 'Delete') rows.delete(keyText(input.Key));
      if (kind !== 'Put') continue;
      const key = keyText(input.Item);
      const before = rows.get(key);
      if (before) {
        replaced.add(before._et as string);
        lost.push(...lostMarks(before, input.Item).map((sentence) => `${key}: ${sentence}`));
      }
      rows.set(key, input.Item);
    }
  }

  const marked = Object.create(client);
  marked.send = async (command: { constructor: new (input: Input) => never; input: Input }) => {
    const name = command.constructor.name.replace(/Command$/, '') as Call['name'];
    const call = markWrites({ name, input: command.input });
    const output = await client.send(new command.constructor(call.input));
    record(call);
    return output;
  };
  return { client: marked, tableName, lost, replaced };
}
