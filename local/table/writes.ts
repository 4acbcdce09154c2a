import { type Output, type TableCall, writesOf } from './call.ts';
import { type MeterWrite, meterWrite } from './capacity.ts';
import { conditionFailed, type Reason, transactionCanceled, ValidationException } from './errors.ts';
import { keyText } from './item.ts';
import { itemSize } from './item-size.ts';
import { refuseUnknownFields } from './known-fields.ts';
import { type Effect, effectOf, type PreparedWrite, prepareWrite } from './one-write.ts';
import type { Storage } from './storage/storage.ts';
import { copyOf } from './values.ts';

const mostWrites = 100;
const mostBatchWrites = 25;
const mostTransactionBytes = 4 * 1024 * 1024;

/** What a call changes, and its answer. */
export interface Outcome {
  readonly effects: readonly Effect[];
  readonly output: Output;
}

/**
 * A single write.
 * @throws the error with which DynamoDB refuses it; nothing changes then
 */
export function decideOne(storage: Storage, call: TableCall, meter: MeterWrite): Outcome {
  const [write] = prepare(call, 1) as [PreparedWrite];
  const effect = decide(storage, write, 1, meter);
  if (!effect.isAllowed) throw conditionFailed(shown(write, effect));
  return { effects: [effect], output: call.input.ReturnValues ? { Attributes: copyOf(effect.after) } : {} };
}

/** Writes without conditions, each independent of the others. */
export function decideBatch(storage: Storage, call: TableCall, meter: MeterWrite): Outcome {
  refuseUnknownFields('BatchWrite', call.input);
  const effects = prepare(call, mostBatchWrites).map((write) => decide(storage, write, 1, meter));
  return { effects, output: { UnprocessedItems: {} } };
}

/** @throws ValidationException for calls that DynamoDB refuses whatever it contains */
export function prepareTransaction(call: TableCall): PreparedWrite[] {
  refuseUnknownFields('TransactWrite', call.input);
  return prepare(call, mostWrites);
}

/** Executes a transaction completely or not at all. */
export function decideTransaction(storage: Storage, writes: readonly PreparedWrite[], meter: MeterWrite): Outcome {
  const parts = writes.map((write) => decidePart(storage, write, meter));
  if (parts.some(({ effect }) => !effect)) throw transactionCanceled(parts.map(({ reason }) => reason));
  const effects = parts.flatMap(({ effect, isWritten }) => (effect && isWritten ? [effect] : []));
  const bytes = effects.reduce((sum, { after }) => sum + (after ? itemSize(after) : 0), 0);
  if (bytes > mostTransactionBytes) throw new ValidationException('a transaction writes at most 4 MB');
  return { effects, output: {} };
}

interface Part {
  /** Undefined if the part is refused. */
  readonly effect?: Effect;
  readonly isWritten: boolean;
  readonly reason: Reason;
}

function decidePart(storage: Storage, write: PreparedWrite, meter: MeterWrite): Part {
  const isWritten = write.kind !== 'ConditionCheck';
  try {
    const effect = decide(storage, write, 2, meter);
    if (effect.isAllowed) return { effect, isWritten, reason: { Code: 'None' } };
    return { isWritten, reason: { Code: 'ConditionalCheckFailed', Item: shown(write, effect) } };
  } catch (error) {
    if (!(error instanceof ValidationException)) throw error;
    return { isWritten, reason: { Code: 'ValidationError', Message: error.message } };
  }
}

function decide(storage: Storage, write: PreparedWrite, factor: 1 | 2, meter: MeterWrite): Effect {
  const effect = effectOf(write, storage.get(write.key));
  // A refused transaction has a cost too.
  meterWrite({ partition: write.given.pk as string, before: effect.before, after: effect.after, factor }, meter);
  return effect;
}

/** The item that caused the refusal, if it was requested. */
function shown({ returnsOld }: PreparedWrite, { before }: Effect) {
  return returnsOld ? before : undefined;
}

/** @throws ValidationException for an invalid write, for none, too many, or two writes to one item */
function prepare(call: TableCall, most: number): PreparedWrite[] {
  const writes = writesOf(call).map(prepareWrite);
  if (writes.length === 0 || writes.length > most) throw new ValidationException(`a call has 1 to ${most} writes`);
  const keys = new Set(writes.map(({ given }) => keyText(given)));
  if (keys.size < writes.length) throw new ValidationException('a call writes an item once');
  return writes;
}
