import { organizationWrites } from '../../access/organizations/organization-writes.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { retryLostRace } from '../../ground/table/retry-lost-race.ts';
import { type Organization, OrganizationEntity } from '../../identity/organization.ts';
import { stageOrganizationId as organizationId } from '../../identity/stage.ts';
import type { Runtime } from '../../ports/runtime.ts';

const attempts = 3;
/** Milliseconds. */
const pauseMs = 100;

/**
 * The journal of the stage itself. The first operation that needs it creates it, possibly at the same time as another
 * one.
 */
export function ensureStage({ clock, ids, store, sleep }: Runtime): Promise<Organization> {
  const wanted = refTo(OrganizationEntity, { organizationId });
  return retryLostRace(
    async () => {
      const found = await store.get(wanted);
      if (found) return found;
      // Suspended from the beginning, because it belongs to no customer: no customer's call can ever concern it.
      const stage = { organizationId, name: 'Stage', mode: 'live', status: 'suspended' } as const;
      await store.transact(organizationWrites(stage, clock()), ids.token());
      const made = await store.get(wanted);
      if (!made) throw new Error('the journal of the stage was made, and is not there');
      return made;
    },
    { attempts, pause: (attempt) => sleep(attempt * pauseMs) },
  );
}
