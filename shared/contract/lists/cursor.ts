import { createHash } from 'node:crypto';
import { validationError } from '../../ground/errors/service-error.ts';

/** The list that a page cursor belongs to. A cursor of another list or organization is refused. */
export interface CursorScope {
  readonly list: string;
  readonly organizationId: string;
}

const CHECK_BYTES = 8;

/**
 * Makes an opaque page cursor: a position and a check of where it belongs. The check uses no secret, because a position
 * reveals and permits nothing, and because the id of a ledger row, which contains its cursor, must stay the same when a
 * secret is replaced.
 */
export function cursorAt(scope: CursorScope, position: string): string {
  return Buffer.concat([check(scope, position), Buffer.from(position)]).toString('base64url');
}

/**
 * Reads the position of a page cursor.
 * @throws ServiceError VALIDATION_ERROR `cursor: unrecognized` for a cursor that was altered or belongs to another list
 *   or organization
 */
export function positionOf(scope: CursorScope, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(CHECK_BYTES).toString();
  if (bytes.length > CHECK_BYTES && cursorAt(scope, position) === cursor) return position;
  throw validationError(
    [{ path: 'cursor', message: 'unrecognized', code: 'unrecognized' }],
    'Send the nextCursor of the previous page of the same list and organization, unchanged; or omit cursor to start over.',
  );
}

function check({ list, organizationId }: CursorScope, position: string): Buffer {
  return createHash('sha256').update(`${list}\n${organizationId}\n${position}`).digest().subarray(0, CHECK_BYTES);
}
