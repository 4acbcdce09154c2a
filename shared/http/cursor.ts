import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { validationError } from '../errors/service-error.ts';

/** Which list a cursor belongs to: one of another list or organization is refused. */
export interface CursorScope {
  readonly list: string;
  readonly organizationId: string;
}

const CHECK_BYTES = 8;

/** Makes an opaque cursor: a position with a check that only this stage can make. */
export function sealCursor(sealingKey: Buffer, scope: CursorScope, position: string): string {
  return Buffer.concat([check(sealingKey, scope, position), Buffer.from(position)]).toString('base64url');
}

/**
 * Reads a cursor back.
 * @throws ServiceError VALIDATION_ERROR `cursor: unrecognized` for one of another list or organization, or tampered with
 */
export function openCursor(sealingKey: Buffer, scope: CursorScope, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(CHECK_BYTES).toString();
  const genuine =
    bytes.length > CHECK_BYTES &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, CHECK_BYTES), check(sealingKey, scope, position));
  if (genuine) return position;
  throw validationError([{ path: 'cursor', message: 'unrecognized', code: 'unrecognized' }]);
}

function check(sealingKey: Buffer, { list, organizationId }: CursorScope, position: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', sealingKey, '', 'sluice cursor', 32));
  return createHmac('sha256', key).update(`${list}\n${organizationId}\n${position}`).digest().subarray(0, CHECK_BYTES);
}
