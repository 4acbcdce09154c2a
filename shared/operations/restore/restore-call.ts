import type { OperationCall } from '../../contract/operation.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type AuditAs, auditEach } from '../audit-each.ts';

export interface RestoreWish {
  /** The restore point, milliseconds. */
  readonly sinceMs: number;
  /** Write back what can be written back. */
  readonly settle: boolean;
  /** Release what this check keeps suspended and now finds settled. */
  readonly release: boolean;
}

/** Clocks differ, and early requests may arrive late. Milliseconds. */
export const marginMs = 60 * 60 * 1000;

/** A call of the check, and how its actions are audited. */
export interface RestoreCall extends RestoreWish {
  readonly runtime: Runtime<'sealing' | 'sentPayouts' | 'notedDeposits'>;
  readonly auditAs: AuditAs;
}

export function restoreCall(
  call: OperationCall<unknown, 'sealing' | 'sentPayouts' | 'notedDeposits'>,
  wish: RestoreWish,
): RestoreCall {
  return { ...wish, runtime: call.runtime, auditAs: auditEach(call) };
}
