import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimWork } from '../../../shared/journal/due/claim-work.ts';
import { dueRef } from '../../../shared/journal/due/due-work.ts';
import { endpointWork, WebhookEndpointEntity } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { auditRows, faultsOf } from '../../support/answers.ts';
import { beforeFirst } from '../../support/faults.ts';
import { bodyOf } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';
import {
  advanceCursor,
  enable,
  listed,
  organizationOfWebhooks,
  registered,
  storedCursor,
  storedEndpoint,
  type Webhooks,
} from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: TestService;
let webhooks: Webhooks;
let id: string;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  service.clock.advance(1);
  webhooks = await organizationOfWebhooks(service);
  ({ id } = await registered(service, webhooks));
});

const work = () => ({ ...endpointWork({ organizationId: webhooks.organizationId, endpointId: id }) });
const heartbeat = () => service.runtime.store.get(dueRef(work()));
const at = (ms: number) => new Date(ms).toISOString();

/** What a worker writes while attempts fail. */
const trouble = () => ({
  offeredTo: 7,
  claim: 'worker',
  leaseUntil: service.clock.now + 30_000,
  consecutiveFailures: 12,
  failedFirstAttempts: 10,
  deadDeliveries: 3,
  lastSuccessAt: service.clock.now - 2,
  lastFailureAt: service.clock.now - 1,
  lastError: 'boom',
  probeAt: service.clock.now + 60_000,
  probes: 4,
  troubleToldAt: service.clock.now,
});

describe('an endpoint that is paused', () => {
  test('is wakened no more, keeps its secret and its health, and has no reason', async () => {
    await advanceCursor(service, webhooks, id, trouble());
    const before = await storedEndpoint(service, webhooks, id);
    const paused = bodyOf(await enable(service, webhooks, id, false));
    expect(paused).toMatchObject({ id, enabled: false, consecutiveFailures: 12, lastError: 'boom' });
    expect(paused).not.toHaveProperty('disabledReason');
    expect(paused).not.toHaveProperty('nextProbeAt');
    expect(await heartbeat()).toBeUndefined();
    expect(await storedEndpoint(service, webhooks, id)).toEqual({ ...before, version: 2, enabled: false });
  });

  test('again stays as it is', async () => {
    const paused = bodyOf(await enable(service, webhooks, id, false));
    const before = await storedEndpoint(service, webhooks, id);
    service.clock.advance(1);
    expect(bodyOf(await enable(service, webhooks, id, false))).toEqual(paused);
    expect(await storedEndpoint(service, webhooks, id)).toEqual(before);
  });

  test('after it was disabled keeps the reason', async () => {
    const disabledReason = 'auto_disabled_after_failures' as const;
    const endpoint = await storedEndpoint(service, webhooks, id);
    await service.runtime.store.put(WebhookEndpointEntity, { ...endpoint, enabled: false, disabledReason });
    expect(bodyOf(await enable(service, webhooks, id, false))).toMatchObject({ enabled: false, disabledReason });
  });
});

describe('an endpoint that is resumed', () => {
  test('has its health cleared, goes on from its cursor at once, and its worker keeps the claim', async () => {
    await advanceCursor(service, webhooks, id, trouble());
    bodyOf(await enable(service, webhooks, id, false));
    const { claim, leaseUntil, lastSuccessAt } = await storedCursor(service, webhooks, id);
    service.clock.advance(30 * DAY_MS);

    const resumed = bodyOf(await enable(service, webhooks, id, true));

    expect(resumed).toMatchObject({ enabled: true, consecutiveFailures: 0, lastSuccessAt: at(lastSuccessAt ?? 0) });
    for (const field of ['lastFailureAt', 'lastError', 'nextProbeAt']) expect(resumed).not.toHaveProperty(field);
    expect(await storedCursor(service, webhooks, id)).toEqual({
      organizationId: webhooks.organizationId,
      endpointId: id,
      offeredTo: 7,
      claim,
      leaseUntil,
      consecutiveFailures: 0,
      failedFirstAttempts: 0,
      deadDeliveries: 0,
      countedFrom: service.clock.now,
      lastSuccessAt,
      mended: 1,
    });
    expect(await heartbeat()).toMatchObject({ dueAt: service.clock.now, attempts: 0 });
    expect(await listed(service, webhooks)).toEqual([resumed]);
  });

  test('after it was disabled has no reason any more', async () => {
    const endpoint = await storedEndpoint(service, webhooks, id);
    const disabled = { enabled: false, disabledReason: 'auto_disabled_after_failures' } as const;
    await service.runtime.store.put(WebhookEndpointEntity, { ...endpoint, ...disabled });
    expect(await listed(service, webhooks)).toMatchObject([{ disabledReason: 'auto_disabled_after_failures' }]);
    expect(bodyOf(await enable(service, webhooks, id, true))).not.toHaveProperty('disabledReason');
  });

  test('while it is enabled stays as it is, and what probes it goes on', async () => {
    await advanceCursor(service, webhooks, id, trouble());
    const before = await storedCursor(service, webhooks, id);
    const answer = bodyOf(await enable(service, webhooks, id, true));
    expect(answer).toMatchObject({ consecutiveFailures: 12, nextProbeAt: at(before.probeAt ?? 0) });
    expect(await storedCursor(service, webhooks, id)).toEqual(before);
  });

  test('beside a worker that moves the cursor loses nothing of either', async () => {
    bodyOf(await enable(service, webhooks, id, false));
    const worker = () => advanceCursor(service, webhooks, id, { offeredTo: 9, claim: 'late' });
    const process = service.process(beforeFirst('TransactWrite', worker));
    bodyOf(await enable(process, webhooks, id, true));
    expect(await storedCursor(service, webhooks, id)).toMatchObject({ offeredTo: 9, claim: 'late' });
  });
});

test('pausing takes the heartbeat from a worker that has claimed it', async () => {
  service.clock.advance(11 * 60 * 1000);
  const due = await heartbeat();
  const claimed = await claimWork(service.runtime, { ...work(), dueAt: due?.dueAt ?? 0 });
  expect(claimed).toBeDefined();
  bodyOf(await enable(service, webhooks, id, false));
  expect(await heartbeat()).toBeUndefined();
});

test('pause and resume at once: one is last, and there is a heartbeat just where it is enabled', async () => {
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([enable(service, webhooks, id, false), enable(service, webhooks, id, true)]);
    const { enabled } = await storedEndpoint(service, webhooks, id);
    expect((await heartbeat()) !== undefined).toBe(enabled);
  }
});

test('each is audited, and a body without `enabled` is refused', async () => {
  bodyOf(await enable(service, webhooks, id, false));
  const path = `${webhooks.path}/${id}/enabled`;
  expect(faultsOf(await service.post(path, webhooks.operator, {}))).toEqual(['enabled: required']);
  const rows = await auditRows(service, webhooks);
  expect(rows.filter(({ action }) => action === 'webhook_endpoint.enable')).toHaveLength(2);
});
