import { type CursorScope, cursorAt, positionOf } from './cursor.ts';

/**
 * A list whose rows have ids that contain the row's page cursor (specification, Balance transaction and Audit event,
 * `id`).
 */
export interface RowScope extends CursorScope {
  /** The prefix of the ids, including the underscore. */
  readonly prefix: string;
}

/** The id of the row at a position. */
export function rowIdAt(scope: RowScope, position: string): string {
  return scope.prefix + cursorAt(scope, position);
}

/**
 * The position of the row with an id.
 * @throws ServiceError VALIDATION_ERROR `cursor: unrecognized` for an id that was altered or belongs to another list or
 *   organization
 */
export function rowPositionOf(scope: RowScope, id: string): string {
  // An id without the prefix is not ours. The empty cursor that remains is refused.
  return positionOf(scope, id.startsWith(scope.prefix) ? id.slice(scope.prefix.length) : '');
}
