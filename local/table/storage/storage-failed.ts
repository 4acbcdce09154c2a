/** A storage could not read or write, so whatever is under way in it must be undone. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
