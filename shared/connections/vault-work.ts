import { stageOrganizationId } from '../identity/stage.ts';
import type { DueKey } from '../journal/due/due-work.ts';

/** The work of a vault. It is the stage's, because a vault pays for many organizations. */
export function vaultWork(connectionId: string): DueKey {
  return { organizationId: stageOrganizationId, kind: 'vaults', resourceId: connectionId };
}
