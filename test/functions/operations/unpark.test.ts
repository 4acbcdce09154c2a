import { beforeEach, describe, expect, test } from 'vitest';
import { type ClaimedWork, claimWork } from '../../../shared/journal/due/claim-work.ts';
import { type DueKey, dueRef, restartUpdate, scheduleWork } from '../../../shared/journal/due/due-work.ts';
import { parkWork } from '../../../shared/journal/due/postpone-or-park.ts';
import type { DueKind } from '../../../shared/ports/due-kinds.ts';
import { workOf } from '../../shared/journal/due/support.ts';
import { auditRows } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { addPayout, fundedOrganization, settle, type TestOrganization } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';

const reason = 'the rail is mended';
const nothing = { resourceIds: [] };
let service: TestService;
let of: TestOrganization;

beforeEach(async () => {
  service = await TestService.start();
  of = await service.organization();
});

/** Work that was claimed once and parked. */
async function park(resourceId: string, kind: DueKind = 'rails'): Promise<DueKey> {
  const { runtime, clock } = service;
  const key = { organizationId: of.organizationId, kind, resourceId };
  if (!(await workOf(runtime, key))) await runtime.store.transact([scheduleWork(key, clock.now)], runtime.ids.token());
  const work = await claimWork(runtime, { ...key, dueAt: clock.now });
  await parkWork(runtime, work as ClaimedWork, new Error('no'));
  return key;
}

const unpark = (more: object, target = service) =>
  perform(target, 'unpark', { organizationId: of.organizationId, kind: 'rails', reason, ...more });
const shown = async () => (await performed(service, 'show', { organizationId: of.organizationId })).parkedWork.data;

describe('unpark of one row', () => {
  test('makes it due at once, with no attempt and no claim, and keeps that somebody may have been told', async () => {
    const key = await park('po_1');
    expect(await shown()).toMatchObject([{ kind: 'rails', resourceId: 'po_1', parkedAt: expect.any(String) }]);
    service.clock.advance(60_000);
    expect((await unpark({ resourceId: 'po_1' })).result).toEqual({ resourceIds: ['po_1'] });
    const row = await workOf(service.runtime, key);
    expect(row).toMatchObject({ dueAt: service.clock.now, dueShard: expect.any(String), attempts: 0, claims: 1 });
    for (const name of ['parkedAt', 'claim']) expect(row).not.toHaveProperty(name);
    expect(await shown()).toEqual([]);
  });

  test('lets a payout go on that its rail can take again', async () => {
    of = await fundedOrganization(service);
    const { payoutId } = await addPayout(service, of);
    await park(payoutId);
    await settle(service);
    await performed(service, 'unpark', {
      organizationId: of.organizationId,
      kind: 'rails',
      resourceId: payoutId,
      reason,
    });
    await settle(service);
    expect((await service.get(`/payments/organizations/${of.organizationId}/orders/${payoutId}`, of)).body.status).toBe(
      'completed',
    );
  });

  test('is audited under who asked for it, and so is its repetition, which does nothing', async () => {
    await park('po_1');
    await unpark({ resourceId: 'po_1' });
    service.clock.advance(1_000);
    expect((await unpark({ resourceId: 'po_1' })).result).toEqual(nothing);
    expect((await auditRows(service, of)).filter(({ action }) => action === 'work.unpark')).toMatchObject([
      { outcome: 'succeeded', resourceId: 'po_1', actorUserId: 'operator:ada' },
      { outcome: 'succeeded', resourceId: 'po_1', actorUserId: 'operator:ada' },
    ]);
  });

  test('changes nothing where nothing is parked: due, claimed, of another kind or not there', async () => {
    const key = { organizationId: of.organizationId, kind: 'rails' as const, resourceId: 'po_due' };
    const { runtime, clock } = service;
    await runtime.store.transact([scheduleWork(key, clock.now)], runtime.ids.token());
    expect((await unpark({ resourceId: 'po_due' })).result).toEqual(nothing);
    const work = await claimWork(runtime, { ...key, dueAt: clock.now });
    expect((await unpark({ resourceId: 'po_due' })).result).toEqual(nothing);
    expect(await workOf(runtime, key)).toMatchObject({ claim: work?.claim, attempts: 1 });
    await park('apr_1', 'approvals');
    expect((await unpark({ resourceId: 'apr_1' })).result).toEqual(nothing);
    expect((await unpark({ resourceId: 'po_gone' })).result).toEqual(nothing);
    expect(await workOf(runtime, { ...key, resourceId: 'po_gone' })).toBeUndefined();
  });

  test('by two at once is done by one', async () => {
    await park('po_1');
    const answers = await Promise.all([1, 2, 3].map(() => unpark({ resourceId: 'po_1' })));
    expect(answers.flatMap(({ result }) => result?.resourceIds ?? [])).toEqual(['po_1']);
  });

  test('wants a reason and a kind that there is', async () => {
    expectRefusal(await unpark({ resourceId: 'po_1', reason: ' ' }), 'VALIDATION_ERROR');
    expectRefusal(await unpark({ kind: 'wishes' }), 'VALIDATION_ERROR');
  });
});

describe('unpark of all', () => {
  test('takes everything of the kind in the organization, and nothing else', async () => {
    const keys = await Promise.all(['po_1', 'po_2', 'po_3'].map((id) => park(id)));
    const approval = await park('apr_1', 'approvals');
    const mine = of;
    of = await service.organization();
    const stranger = await park('po_4');
    of = mine;
    expect((await unpark({})).result).toEqual({ resourceIds: ['po_1', 'po_2', 'po_3'] });
    for (const key of keys) expect(await workOf(service.runtime, key)).not.toHaveProperty('parkedAt');
    for (const key of [approval, stranger]) expect(await workOf(service.runtime, key)).toHaveProperty('parkedAt');
    expect((await unpark({})).result).toEqual({ resourceIds: [] });
  });

  test('leaves alone what went on some other way, and forgets that it was listed', async () => {
    const key = await park('po_1');
    await service.runtime.store.update(dueRef(key), restartUpdate(key, service.clock.now));
    const work = await claimWork(service.runtime, { ...key, dueAt: service.clock.now });
    expect(await shown()).toEqual([]);
    expect((await unpark({})).result).toEqual({ resourceIds: [] });
    expect(await workOf(service.runtime, key)).toMatchObject({ claim: work?.claim });
    await parkWork(service.runtime, work as ClaimedWork, new Error('no'));
    expect((await unpark({})).result).toEqual({ resourceIds: ['po_1'] });
  });

  test.each([1, 2, 3, 4, 5, 6])('that dies at its call %i is ended by the repetition', async (call) => {
    const keys = await Promise.all(['po_1', 'po_2'].map((id) => park(id)));
    for (const moment of ['before', 'after'] as const) {
      const { intercept, crashed } = crashAt({ call, moment });
      await Promise.race([unpark({}, service.process(intercept)), crashed]);
    }
    service.clock.advance(1_000);
    expect((await unpark({})).result).toBeDefined();
    for (const key of keys) expect(await workOf(service.runtime, key)).not.toHaveProperty('parkedAt');
    expect(await shown()).toEqual([]);
  });
});
