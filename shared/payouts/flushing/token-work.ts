import { stageOrganizationId } from '../../identity/stage.ts';
import type { DueKey } from '../../journal/due/due-work.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';
import type { DueKind } from '../../ports/due-kinds.ts';

/**
 * Creates work about a token on the chain of a connection. It belongs to the stage, because it serves the payouts of
 * many organizations at once.
 */
export function tokenWork(
  kind: Extract<DueKind, 'funding' | 'flushes'>,
  { connectionId, contract }: DepositToken,
): DueKey {
  return { organizationId: stageOrganizationId, kind, resourceId: `${connectionId}.${contract}` };
}

/** @returns undefined for work about a payout */
export function tokenOfWork(resourceId: string): DepositToken | undefined {
  const [connectionId, contract] = resourceId.split('.');
  return connectionId !== undefined && contract !== undefined ? { connectionId, contract } : undefined;
}
