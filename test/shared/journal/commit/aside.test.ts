import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock, systemSleep } from '../../../../shared/ground/time/system-time.ts';
import type { Organization } from '../../../../shared/identity/organization.ts';
import { type Decision, decideAndCommit } from '../../../../shared/journal/commit/decide.ts';
import type { JournalDraft } from '../../../../shared/journal/commit/draft.ts';
import { takeTurn } from '../../../../shared/journal/commit/turns.ts';
import { dueRef, scheduleWork } from '../../../../shared/journal/due/due-work.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { beforeFirst, createFaultyTable, type FaultyTable, transactionConflict } from '../../../support/faults.ts';
import { TestService } from '../../../support/service.ts';
import { commitOnce, headOf, suspend } from './support.ts';

let table: FaultyTable;
let service: TestService;
let organizationId: string;
let sleeps: number[];

beforeEach(async () => {
  table = await createFaultyTable();
  sleeps = [];
  service = await TestService.start(
    {
      sleep: async (ms) => {
        sleeps.push(ms);
        service.clock.advance(Math.ceil(ms));
      },
    },
    table,
  );
  ({ organizationId } = await service.organization());
});

const workOf = (resourceId: string) => ({ organizationId, kind: 'checkout', resourceId }) as const;
const reply = { reply: { status: 200, body: undefined } } as const;

/** Writes something that only it writes. */
function aside(
  resourceId: string,
  more: Partial<Decision<Record<string, never>, unknown>> = {},
  runtime: WholeRuntime = service.runtime,
) {
  return decideAndCommit<Record<string, never>, unknown>(runtime, {
    organizationId,
    reads: {},
    aside: true,
    decide: (_found, draft) => {
      draft.write(scheduleWork(workOf(resourceId), 1));
      return reply;
    },
    ...more,
  });
}

const isWritten = async (resourceId: string) =>
  (await service.runtime.store.get(dueRef(workOf(resourceId)))) !== undefined;

describe('a commit aside', () => {
  test('leaves the head alone, and waits for nobody who moves it', async () => {
    const before = await headOf(service.runtime, organizationId);
    const latest = service.clock.now + 60_000;
    for (let turns = 0; turns < 3; turns += 1) {
      await takeTurn(service.runtime, { organizationId, turns: undefined, latest });
    }
    sleeps = [];
    await aside('att_1');
    expect(sleeps).toEqual([]);
    expect(await isWritten('att_1')).toBe(true);
    expect(await headOf(service.runtime, organizationId)).toEqual(before);
  });

  test('takes effect although the head has moved since it was read', async () => {
    table.intercept(beforeFirst('TransactWrite', () => commitOnce(service.runtime, organizationId)));
    let decisions = 0;
    await aside('att_1', {
      decide: (_found, draft) => {
        decisions += 1;
        draft.write(scheduleWork(workOf('att_1'), 1));
        return reply;
      },
    });
    expect(decisions).toBe(1);
  });

  test('is decided again where the organization has changed since it was read', async () => {
    table.intercept(beforeFirst('TransactWrite', () => suspend(service.runtime, organizationId)));
    const seen: string[] = [];
    await aside('att_1', {
      decide: ({ organization }, draft) => {
        seen.push(organization.status);
        if (organization.status === 'suspended') return undefined;
        draft.write(scheduleWork(workOf('att_1'), 1));
        return reply;
      },
    });
    expect(seen).toEqual(['active', 'suspended']);
    expect(await isWritten('att_1')).toBe(false);
  });

  test('takes effect whatever the organization is, where its decision does not depend on it', async () => {
    table.intercept(beforeFirst('TransactWrite', () => suspend(service.runtime, organizationId)));
    let decisions = 0;
    await aside('att_1', {
      decide: (_found, draft) => {
        decisions += 1;
        draft.skipCheck('organization');
        draft.write(scheduleWork(workOf('att_1'), 1));
        return reply;
      },
    });
    expect(decisions).toBe(1);
    expect(await isWritten('att_1')).toBe(true);
  });

  test('that meets another transaction pauses for a moment and takes no turn', async () => {
    let refused = 0;
    table.intercept(async ({ name }, send) => {
      if (name === 'TransactWrite' && ++refused <= 3) throw transactionConflict();
      return send();
    });
    await aside('att_1');
    expect(await isWritten('att_1')).toBe(true);
    expect(sleeps).toHaveLength(3);
    expect(Math.max(...sleeps)).toBeLessThan(100);
    const head = await headOf(service.runtime, organizationId);
    expect(head.version).toBe(1);
  });

  test('gives up once its time is over', async () => {
    table.intercept(async ({ name }, send) => {
      if (name === 'TransactWrite') throw transactionConflict();
      return send();
    });
    await expect(aside('att_1')).rejects.toThrow('TransactionConflict');
  });

  test.each<[string, (draft: JournalDraft, organization: Organization) => void]>([
    ['tells something', (draft) => draft.event({ type: 'deposit.completed', data: {} })],
    ['moves money', (draft) => void draft.post({ type: 'adjustment', currency: 'USD', amount: 1n })],
    ['changes the organization', (draft, organization) => draft.changeOrganization(organization)],
  ])('is refused to a decision that %s', async (_what, act) => {
    const decided = aside('att_1', {
      decide: ({ organization }, draft) => {
        act(draft, organization);
        return reply;
      },
    });
    await expect(decided).rejects.toThrow('has to move the head');
  });

  test('many at once and one that moves the head are in nobody’s way', async () => {
    const inRealTime = { ...service.runtime, clock: systemClock, sleep: systemSleep };
    const work = Array.from({ length: 8 }, (_, index) => `att_${index}`);
    const [sequence] = await Promise.all([
      commitOnce(inRealTime, organizationId),
      ...work.map((resourceId) => aside(resourceId, {}, inRealTime)),
    ]);
    expect(sequence).toBe(1);
    expect(await Promise.all(work.map(isWritten))).toEqual(work.map(() => true));
    expect((await headOf(service.runtime, organizationId)).version).toBe(2);
  });
});
