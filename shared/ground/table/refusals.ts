type Attributes = Record<string, unknown>;

/** A conditional write was refused. Contains the item as it was then. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
  /** Not enumerable, so that no log of an error contains personal data. */
  declare readonly item: Attributes | undefined;

  constructor(item: Attributes | undefined) {
    super('the condition of a write did not hold');
    Object.defineProperty(this, 'item', { value: item });
  }
}

/** Why one write of a transaction was refused. Its code is `None` if that write alone would have succeeded. */
export interface WriteRefusal {
  readonly code: string;
  readonly item: Attributes | undefined;
}

/** A transaction was refused, or a single write because of a transaction. Nothing was written. */
export class TransactionRefused extends Error {
  override readonly name = 'TransactionRefused';
  /** In the order of the writes. Not enumerable, so that no log of an error contains personal data. */
  declare readonly refusals: readonly WriteRefusal[];

  constructor(refusals: readonly WriteRefusal[]) {
    super(`transaction refused: ${refusals.map(({ code }) => code).join(', ')}`);
    Object.defineProperty(this, 'refusals', { value: refusals });
  }

  /** Another write to the same items is in progress. */
  static lost(): TransactionRefused {
    return new TransactionRefused([{ code: 'TransactionConflict', item: undefined }]);
  }

  /**
   * Whether another write came first, so that a decision on fresh reads may succeed. Anything else is an error of the
   * service.
   */
  get lostRace(): boolean {
    return this.refusals.some(({ code }) => raceCodes.has(code));
  }
}

const raceCodes = new Set([
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);
