import { type CursorScope, cursorAt, positionOf } from './cursor.ts';

/** A list whose rows' ids are cursors (specification, Balance transaction and Audit event, `id`). */
export interface RowScope extends CursorScope {
  /** Of the ids, with its underscore. */
  readonly prefix: string;
}

/** The id of the row at a position. */
export function rowIdAt(scope: RowScope, position: string): string {
  return scope.prefix + cursorAt(scope, position);
}

/**
 * The position of the row with an id.
 * @throws ServiceError VALIDATION_ERROR `cursor: unrecognized` for an id of another list or organization, or altered
 */
export function rowPositionOf(scope: RowScope, id: string): string {
  // Without its prefix it is no id of ours: nothing is left that could be opened.
  return positionOf(scope, id.startsWith(scope.prefix) ? id.slice(scope.prefix.length) : '');
}
