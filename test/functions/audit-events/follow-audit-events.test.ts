import { beforeEach, describe, expect, test } from 'vitest';
import { settledAfterMs } from '../../../shared/contract/lists/list-walk.ts';
import { TableClock } from '../../../shared/ground/table/table-clock.ts';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import { recordRefusal } from '../../../shared/journal/rows/record-refusal.ts';
import { listAuditEvents } from '../../../shared/records/audit/list-audit-events.ts';
import { TopUpScene } from '../../shared/journal/intents/support.ts';
import { auditRows } from '../../support/answers.ts';
import { readsHead } from '../../support/faults.ts';
import { bodyOf, pathOf, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Reads the log as the guide shows it. */
class Follower {
  readonly seen: Answer['body'][] = [];
  readonly #service: TestService;
  readonly #of: TestOrganization;
  #from = '2026-01-01T00:00:00.000Z';

  constructor(service: TestService, of: TestOrganization) {
    this.#service = service;
    this.#of = of;
  }

  async poll(limit = 7): Promise<void> {
    const path = `${pathOf(this.#of)}/audit-events?createdAfter=${this.#from}&limit=${limit}`;
    let page = bodyOf(await this.#service.get(path, this.#of));
    const { completeUntil } = page;
    const rows = [...page.data];
    while (page.nextCursor) {
      page = bodyOf(await this.#service.get(`${path}&cursor=${page.nextCursor}`, this.#of));
      rows.push(...page.data);
    }
    this.seen.push(...rows.filter(({ createdAt }) => createdAt < completeUntil));
    this.#from = completeUntil;
  }

  get requests(): string[] {
    return this.seen.map(({ requestId }) => requestId);
  }
}

describe('whoever follows the log', () => {
  test('misses nothing and meets nothing twice, however long requests run and in whatever order they end', async () => {
    const service = await TestService.start({ rateLimitOverride: 100_000 });
    const of = await service.organization();
    const follower = new Follower(service, of);
    const held: { readonly until: number; readonly release: () => void }[] = [];
    const hold = (ms: number) =>
      new Promise<void>((release) => {
        held.push({ until: service.clock.now + ms, release });
      });
    let calls = 0;
    const slow = service.process(async (call, send) => {
      calls += 1;
      // Decisions begin up to two minutes late; some are refused then. Whatever is sent is under way for ten seconds.
      if (readsHead(call)) await hold(((calls * 37) % 120) * 1_000);
      if (JSON.stringify(call.input).includes('AUDIT#')) await hold((calls % 10) * 1_000);
      return send();
    });
    const path = `${pathOf(of)}/sandbox/fund`;
    const sent: Promise<Answer>[] = [];
    let answered = 0;
    while (answered < 60) {
      if (sent.length < 60) {
        const amount = sent.length % 3 === 0 ? '0' : `${sent.length}.00`;
        sent.push(slow.post(path, of, { amount }).finally(() => (answered += 1)));
      }
      service.clock.advance(1_000);
      for (const { release } of held.filter(({ until }) => until <= service.clock.now)) release();
      if (sent.length % 4 === 0 || sent.length === 60) await follower.poll();
    }
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual([201, 400, 429]);
    service.clock.advance(10 * minuteMs);
    await follower.poll();

    const stored = await auditRows(service, of);
    expect(stored).toHaveLength(60);
    expect(stored.some(({ datedAt }) => datedAt !== undefined)).toBe(true);
    expect([...follower.requests].sort()).toEqual(stored.map(({ requestId }) => requestId).sort());
  });

  test('meets what a processor answered hours later, once, dated when that was recorded', async () => {
    const scene = await TopUpScene.start();
    const { service, organization } = scene;
    const follower = new Follower(service, organization);
    scene.processor.onTheWay = async () => {
      throw new Error('no answer');
    };
    const { headers } = await scene.topUp();
    const requestId = headers['x-request-id'];
    scene.processor.onTheWay = (go) => go();
    service.clock.advance(10 * minuteMs);
    await follower.poll();
    const before = follower.seen.length;
    await scene.resumeAfter(11 * hourMs);
    const settledAt = timestamp(service.clock.now);
    service.clock.advance(10 * minuteMs);
    await follower.poll();

    const row = expect.objectContaining({ requestId, outcome: 'succeeded', createdAt: settledAt });
    expect(follower.seen.slice(before)).toEqual([row]);
    const find = async (more = '') =>
      bodyOf(await service.get(`${pathOf(organization)}/audit-events?requestId=${requestId}${more}`, organization))
        .data;
    expect(await find()).toEqual([row]);
    const [{ id }] = await find();
    expect(await find(`&createdAfter=${settledAt}&createdBefore=${settledAt}`)).toEqual([row]);
    expect(await find(`&createdBefore=${timestamp(Date.parse(settledAt) - 1)}`)).toEqual([]);
    expect(await find(`&cursor=${id}`)).toEqual([]);
    const all = bodyOf(await service.get(`${pathOf(organization)}/audit-events`, organization)).data;
    expect(all.filter((one: Answer['body']) => one.requestId === requestId)).toEqual([row]);
  });
});

test('a refusal that is recorded while the answer of hours ago is being settled is shown in one row with it', async () => {
  const scene = await TopUpScene.start();
  const { service, organization } = scene;
  scene.processor.onTheWay = async () => {
    throw new Error('no answer');
  };
  const { headers } = await scene.topUp();
  const requestId = headers['x-request-id'] ?? '';
  scene.processor.onTheWay = (go) => go();
  const [intent] = await scene.intents();
  const { organizationId } = organization;
  let refused = false;
  // The request's process was suspended, and refuses between the worker's reads and its commit.
  const worker = scene.process(async (call, send) => {
    if (call.name === 'TransactWrite' && JSON.stringify(call.input).includes('AUDIT#') && !refused) {
      refused = true;
      service.clock.advance(1);
      const actor = { actorUserId: 'ada' };
      const request = { organizationId, requestId, at: intent?.audit?.at ?? 0, action: 'top_up', actor };
      await recordRefusal(service.runtime, request, 'INTERNAL');
    }
    return send();
  });
  await scene.resumeAfter(hourMs, worker);
  expect(refused).toBe(true);
  const { data } = bodyOf(await service.get(`${pathOf(organization)}/audit-events`, organization));
  const rows = data.filter((row: Answer['body']) => row.requestId === requestId);
  expect(rows).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
});

describe('a process whose clock is wrong', () => {
  let service: TestService;
  let of: TestOrganization;

  beforeEach(async () => {
    service = await TestService.start();
    of = await service.organization();
  });

  /** The runtime of a process whose clock is off, which the table's answers have shown. */
  function offBy(ms: number) {
    const tableClock = new TableClock();
    for (let answers = 0; answers < 2; answers += 1) tableClock.observe(ms);
    const { runtime, clock } = service;
    return { ...runtime, clock: () => clock.now + ms, store: { ...runtime.store, tableClock } };
  }

  test.each([-hourMs, hourMs])('by %i ms: what it refuses is dated by the table', async (ms) => {
    const runtime = offBy(ms);
    const at = runtime.clock();
    const requestId = runtime.ids.next('req', at);
    const request = {
      organizationId: of.organizationId,
      requestId,
      at,
      action: 'sandbox.fund',
      actor: { actorUserId: 'ada' },
    };
    for (let times = 0; times < 2; times += 1) await recordRefusal(runtime, request, 'INTERNAL');
    const page = await listAuditEvents(service.runtime, of.organizationId, { limit: 10 });
    expect(page.data).toEqual([expect.objectContaining({ requestId, createdAt: timestamp(service.clock.now) })]);
    const found = await listAuditEvents(service.runtime, of.organizationId, { limit: 10, requestId });
    expect(found.data).toEqual(page.data);
  });

  test.each([-hourMs, hourMs])('by %i ms: it promises no more than a right one', async (ms) => {
    const { completeUntil } = await listAuditEvents(offBy(ms), of.organizationId, { limit: 10 });
    expect(completeUntil).toBe(timestamp(service.clock.now - settledAfterMs));
  });
});

describe('completeUntil', () => {
  let service: TestService;
  let of: TestOrganization;
  const get = async (query: string) => bodyOf(await service.get(`${pathOf(of)}/audit-events?${query}`, of));

  beforeEach(async () => {
    service = await TestService.start();
    of = await service.organization();
    for (let serial = 1; serial <= 4; serial += 1) {
      bodyOf(await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: `${serial}.00` }), 201);
      service.clock.advance(minuteMs);
    }
  });

  test('is that of the first page on every page of a walk, however long it takes', async () => {
    const first = await get('limit=1');
    expect(first.completeUntil).toBe(timestamp(service.clock.now - settledAfterMs));
    service.clock.advance(hourMs);
    const second = await get(`limit=1&cursor=${first.nextCursor}`);
    service.clock.advance(hourMs);
    const third = await get(`limit=1&cursor=${second.nextCursor}`);
    expect([second.completeUntil, third.completeUntil]).toEqual([first.completeUntil, first.completeUntil]);
  });

  test('is not after the row behind which a walk begins: what is above it was not read', async () => {
    const { data } = await get('limit=2');
    service.clock.advance(hourMs);
    expect((await get(`cursor=${data[1].id}`)).completeUntil).toBe(data[1].createdAt);
  });
});
