import { createHash } from 'node:crypto';
import { validationError } from '../ground/errors/service-error.ts';

/** Which list a cursor belongs to: one of another list or organization is refused. */
export interface CursorScope {
  readonly list: string;
  readonly organizationId: string;
}

const CHECK_BYTES = 8;

/**
 * Makes an opaque cursor: a position and a check of where it belongs. The check is no secret: a position gives nothing away and
 * allows nothing, and a ledger row's id, which is its cursor, must stay the same when a secret is replaced.
 */
export function cursorAt(scope: CursorScope, position: string): string {
  return Buffer.concat([check(scope, position), Buffer.from(position)]).toString('base64url');
}

/**
 * Reads a cursor back.
 * @throws ServiceError VALIDATION_ERROR `cursor: unrecognized` for one of another list or organization, or altered
 */
export function positionOf(scope: CursorScope, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(CHECK_BYTES).toString();
  if (bytes.length > CHECK_BYTES && cursorAt(scope, position) === cursor) return position;
  throw validationError([{ path: 'cursor', message: 'unrecognized', code: 'unrecognized' }]);
}

function check({ list, organizationId }: CursorScope, position: string): Buffer {
  return createHash('sha256').update(`${list}\n${organizationId}\n${position}`).digest().subarray(0, CHECK_BYTES);
}
