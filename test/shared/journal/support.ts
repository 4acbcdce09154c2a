import { decideAndCommit } from '../../../shared/journal/decide.ts';
import type { Execution } from '../../../shared/journal/execution.ts';
import { type Head, HeadEntity } from '../../../shared/journal/head.ts';
import type { Organization } from '../../../shared/organizations/organization.ts';
import type { Runtime } from '../../../shared/runtime/runtime.ts';
import { read } from '../../../shared/table/expressions.ts';
import { bodyOf, pathOf, type TestOrganization } from '../../support/journey.ts';
import type { TestService } from '../../support/service.ts';

/** Commits one ledger row and one event; resolves to the sequence that the event got. */
export async function commitOnce(
  runtime: Runtime,
  organizationId: string,
  amount = 1n,
  execution: Execution = {},
): Promise<number | undefined> {
  let sequence: number | undefined;
  await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      decide: (_found, draft) => {
        sequence = draft.nextSequence;
        draft.post({ type: 'adjustment', currency: 'USD', amount });
        draft.event({ type: 'deposit.completed', data: { amount: String(amount) } });
        return { reply: { status: 200, body: undefined } };
      },
    },
    execution,
  );
  return sequence;
}

export async function headOf({ store }: Pick<Runtime, 'store'>, organizationId: string): Promise<Head> {
  const head = await store.get(read(HeadEntity, { organizationId }));
  if (!head) throw new Error('no head');
  return head;
}

/** Suspends an organization by a commit of its own, as the platform does. */
export async function suspend(runtime: Runtime, organizationId: string): Promise<void> {
  await decideAndCommit(runtime, {
    organizationId,
    reads: {},
    decide: ({ organization }, draft) => {
      draft.changeOrganization({ ...organization, status: 'suspended' });
      return { reply: { status: 200, body: undefined } };
    },
  });
}

export async function available(service: TestService, of: TestOrganization): Promise<string> {
  return bodyOf(await service.get(`${pathOf(of)}/balance`, of)).available;
}

export type Controls = Partial<Pick<Organization, 'limits' | 'velocity' | 'approvals'>>;

/** Sets caps by a commit of its own, as the platform does. */
export async function setControls(runtime: Runtime, organizationId: string, controls: Controls): Promise<void> {
  await decideAndCommit(runtime, {
    organizationId,
    reads: {},
    decide: ({ organization }, draft) => {
      draft.changeOrganization({ ...organization, ...controls });
      return { reply: { status: 200, body: undefined } };
    },
  });
}
