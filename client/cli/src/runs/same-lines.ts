import type { CreatePayout, PayoutBatch, PayoutBatchItem } from '../../../src/index.ts';
import { fields } from '../input/names.ts';
import { ownTextsOf } from '../input/own-texts.ts';
import type { PlannedRun } from './plan-runs.ts';
import { readItems } from './read-items.ts';
import type { Service } from './service.ts';

/** A batch with the file's name has other lines than the file. This command submitted nothing of it. */
export class ChangedFile extends Error {
  override readonly name = 'ChangedFile';

  constructor(reference: string, batchId: string, how: string) {
    super(
      `${reference} was already submitted, as ${batchId}, with different lines: ${how}. It was not sent again. ` +
        'Submit the unchanged file, or put only the new payouts into a separate file or under another --reference.',
    );
  }
}

/** A batch of the service with its items in their current state. */
export interface ComparedRun {
  readonly batch: PayoutBatch;
  readonly items: readonly PayoutBatchItem[];
}

/**
 * Makes sure that a batch of the service has exactly these lines.
 * @throws ChangedFile
 */
export async function compareRun(
  service: Service,
  batch: PayoutBatch,
  { reference, lines }: PlannedRun,
): Promise<ComparedRun> {
  const { batchId, itemCount, status } = batch;
  if (itemCount !== lines.length) {
    throw new ChangedFile(reference, batchId, `it has ${itemCount}, the file has ${lines.length}`);
  }
  const items = await readItems(service, batch);
  for (const { index, request } of items) {
    const line = lines[index];
    if (!line || textOf(line.item) !== textOf(request)) {
      throw new ChangedFile(reference, batchId, `line ${line?.line} differs`);
    }
  }
  // The service deletes lines that it had not validated 30 days after their batch was canceled.
  if (items.length < itemCount && status !== 'canceled') throw new Error(`${batchId} lists too few of its items.`);
  return { batch, items };
}

/** The fields of a line in a fixed order. Fields that a later release adds are not part of the file. */
function textOf(item: CreatePayout): string {
  return JSON.stringify([...fields.map(({ path }) => valueAt(item, path)), ...ownTextsOf(item, (text) => text)]);
}

function valueAt(item: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], item);
}
