/** A storage could not read or write, so everything in progress in it must be rolled back. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
