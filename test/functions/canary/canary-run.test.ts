import { sign } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { canary as payCanary } from '../../../functions/canary/pay-canary.ts';
import { canary as receiveCanary } from '../../../functions/canary/receive-canary.ts';
import { startGateway } from '../../../local/gateway/gateway.ts';
import { revokeApiKey } from '../../../shared/approvals/revoke-api-key.ts';
import { type Canary, canaryRef, receiptRef } from '../../../shared/canary/canary-rows.ts';
import { canaryWebhookPath } from '../../../shared/contract/canary-function.ts';
import { runWorker } from '../../../shared/contract/run-worker.ts';
import { yearsLater } from '../../../shared/ground/time/read-instant.ts';
import { type ApiKey, apiKeyRef } from '../../../shared/identity/api-key.ts';
import { canaryOrganizationId as organizationId } from '../../../shared/identity/canary.ts';
import { AuditEventEntity, auditPartition } from '../../../shared/journal/rows/audit-event.ts';
import type { CanaryPlace } from '../../../shared/ports/canary.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';
import {
  endpointPartition,
  type WebhookEndpoint,
  WebhookEndpointEntity,
} from '../../../shared/webhooks/endpoints/endpoint.ts';
import { deliveryHeaders, signingSecrets } from '../../../shared/webhooks/sender/sign-delivery.ts';
import { wake } from '../../shared/webhooks/offering/support.ts';
import { CapturedLog } from '../../support/captured-log.ts';
import { valuesOf } from '../../support/counted.ts';
import { addPayout, bodyOf, fundedOrganization, settle } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { newKeyPair } from '../../support/public-keys.ts';
import { TestService } from '../../support/service.ts';

/** Stands in for the key that is in KMS. */
const { publicKey, privateKey } = newKeyPair();

const captured = new CapturedLog();
let service: TestService;
/** Whether deliveries go out while the canary waits. */
let isDelivering: boolean;
let runtime: WholeRuntime;

beforeEach(async () => {
  isDelivering = true;
  captured.lines.length = 0;
  service = await TestService.start({ canaryPublicKey: async () => publicKey, log: captured.log });
  runtime = {
    ...service.runtime,
    async sleep(ms) {
      service.clock.advance(ms);
      await settle(service);
      if (isDelivering) await wake(service, organizationId);
    },
  };
  const { routes, fallback } = service.handlers();
  const { routeKey } = receiveCanary.trigger as { readonly routeKey: string };
  const own = { routeKey, handler: (event: APIGatewayProxyEventV2) => runWorker(receiveCanary, event, runtime) };
  const gateway = await startGateway('127.0.0.1', 0, {
    routes: [...routes, own],
    fallback,
    requestsPerMinute: 100_000,
    runtime,
  });
  onTestFinished(gateway.stop);
  runtime = {
    ...runtime,
    canary: { origin: gateway.origin, sign: async (text) => sign('sha256', Buffer.from(text), privateKey) },
  };
});

interface Forgery {
  readonly secrets?: readonly string[];
  readonly body?: string;
  readonly age?: number;
}

let runs = 0;
const run = (id = `run-${++runs}`) => runWorker(payCanary, { id }, runtime);

const create = () => performed(service, 'canary', {});
const payouts = async () => {
  const key = { key: await keyInUse(), privateKey };
  return bodyOf(await service.get(`/payments/organizations/${organizationId}/orders`, key)).data;
};

/** The key that the canary pays with. */
async function keyInUse(): Promise<ApiKey> {
  const { apiKeyId } = (await service.runtime.store.get(canaryRef)) as Canary;
  return (await service.runtime.store.get(apiKeyRef(apiKeyId))) as ApiKey;
}

/** Every endpoint of the canary, as it is stored. */
async function endpoints(): Promise<readonly WebhookEndpoint[]> {
  const partition = endpointPartition(organizationId);
  return (await service.runtime.store.range(WebhookEndpointEntity, { partition, limit: 50 })).items;
}

describe('the canary', () => {
  test('pays through the public address, and its webhook comes back to its own route and is verified', async () => {
    await create();
    await run();
    const [payout, ...others] = await payouts();
    expect(others).toEqual([]);
    expect(payout).toMatchObject({ status: 'completed' });
    expect(await service.runtime.store.get(receiptRef(payout.payoutId))).toMatchObject({
      ttl: expect.any(Number),
    });
  });

  test('pays once a run, and registers its route and its recipient only once', async () => {
    await create();
    for (let count = 1; count <= 3; count += 1) {
      await run();
      expect(await payouts()).toHaveLength(count);
    }
    expect(await endpoints()).toHaveLength(1);
  });

  test('tops its balance up when it is used up, and not before', async () => {
    await create();
    await run();
    await run();
    const key = { key: await keyInUse(), privateKey };
    const path = `/payments/organizations/${organizationId}/balance_transactions?type=deposit`;
    expect(bodyOf(await service.get(path, key)).data).toHaveLength(1);
  });

  test('fails where the webhook does not come, although the payout is paid', async () => {
    await create();
    isDelivering = false;
    await expect(run()).rejects.toThrow(/the webhook of payout \S+ did not arrive in 120 s/);
    expect((await payouts()).map(({ status }: { status: string }) => status)).toEqual(['completed']);
    expect(captured.take('worker').at(-1)).toMatchObject({ level: 'error', worker: 'pay-canary' });
  });

  test('fails where KMS does not sign, whenever that is, and a repeated run pays once', async () => {
    await create();
    const place = runtime.canary as CanaryPlace;
    let left: number;
    const signing = async (text: string) => {
      if (left === 0) throw new Error('KMSInternalException');
      left -= 1;
      return place.sign(text);
    };
    const whole = runtime;
    for (let signatures = 0; ; signatures += 1) {
      left = signatures;
      runtime = { ...whole, canary: { ...place, sign: signing } };
      const id = `run-after-${signatures}`;
      const failed = await run(id).then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (failed === undefined) {
        expect(signatures).toBeGreaterThan(3);
        break;
      }
      expect(failed).toContain('KMSInternalException');
      runtime = whole;
      await run(id);
      expect(await payouts()).toHaveLength(signatures + 1);
    }
  });

  test('started twice for one run, at the same time or one after the other, pays once', async () => {
    await create();
    await Promise.all([run('run'), run('run')]);
    await run('run');
    expect(await payouts()).toHaveLength(1);
    expect(await endpoints()).toHaveLength(1);
  });

  test('that died while it waited for its webhook pays no second time for the run', async () => {
    await create();
    const whole = runtime;
    runtime = { ...runtime, sleep: () => Promise.reject(new Error('the process died')) };
    await expect(run('run')).rejects.toThrow('the process died');
    runtime = whole;
    await run('run');
    expect(await payouts()).toHaveLength(1);
  });

  test('refuses an event without an id, by which it would not know a run again', async () => {
    await create();
    await expect(run('')).rejects.toThrow('no id');
    expect(await payouts()).toEqual([]);
  });

  test('fails where its payout is refused, and moves nothing', async () => {
    await create();
    await run();
    await performed(service, 'suspend', { organizationId });
    await expect(run()).rejects.toMatchObject({ name: 'SluiceError', type: 'ACCOUNT_BLOCKED' });
    await performed(service, 'resume', { organizationId });
    expect(await payouts()).toHaveLength(1);
  });

  test('fails where another than the service tells it of the payout, or the service of another payout', async () => {
    await create();
    await run();
    const whole = runtime;
    const [former] = await payouts();
    const [endpoint] = await endpoints();
    const keys = await service.runtime.secrets.sealingKeys();
    const secret = signingSecrets(endpoint as WebhookEndpoint, keys, service.clock.now)[0] as string;
    const statuses = new Set<number>();
    /** Posts what pretends to be the webhook, and a webhook that the service has sent for the payout before. */
    const post = async (payoutId: string, by: string) => {
      const body = JSON.stringify({ id: 'evt_1', type: 'payout.completed', data: { payoutId } });
      const headers = deliveryHeaders({ id: 'evt_1', body, secrets: [by], now: service.clock.now });
      const { origin } = runtime.canary as CanaryPlace;
      statuses.add((await fetch(origin + canaryWebhookPath, { method: 'POST', headers, body })).status);
    };
    runtime = {
      ...runtime,
      async sleep(ms) {
        service.clock.advance(ms * 20);
        const [latest] = await payouts();
        await post(latest.payoutId, `whsec_${Buffer.alloc(32, 9).toString('base64')}`);
        await post(former.payoutId, secret);
      },
    };
    await expect(run()).rejects.toThrow('did not arrive');
    expect(statuses).toEqual(new Set([400, 204]));
    runtime = whole;
  });

  test('fails where its key is revoked', async () => {
    await create();
    const { id } = await keyInUse();
    await revokeApiKey(service.runtime, { organizationId, id });
    await expect(run()).rejects.toMatchObject({ name: 'SluiceError', type: 'UNAUTHORIZED' });
  });

  test('fails where something else than its KMS key signs', async () => {
    await create();
    const other = newKeyPair().privateKey;
    const place = runtime.canary as CanaryPlace;
    runtime = { ...runtime, canary: { ...place, sign: async (text) => sign('sha256', Buffer.from(text), other) } };
    await expect(run()).rejects.toMatchObject({ type: 'SIGNATURE_INVALID' });
  });

  test('says what to do where it has no organization yet', async () => {
    await expect(run()).rejects.toThrow('run npm run ops -- canary');
  });

  test('registers its route again when its endpoint has been disabled', async () => {
    await create();
    await run();
    const [endpoint] = await endpoints();
    await service.runtime.store.put(WebhookEndpointEntity, { ...(endpoint as WebhookEndpoint), enabled: false });
    await run();
    expect((await endpoints()).map(({ enabled }) => enabled).sort()).toEqual([false, true]);
  });

  test('counts in no figure about payouts, while others do', async () => {
    await create();
    await run();
    expect(captured.lines.length).toBeGreaterThan(0);
    expect(valuesOf(captured.lines, 'ApiLatency')).not.toEqual([]);
    expect(valuesOf(captured.lines, 'Payouts')).toEqual([]);
    const customer = await fundedOrganization(service);
    await addPayout(service, customer);
    await settle(service);
    expect(valuesOf(captured.lines, 'Payouts')).not.toEqual([]);
  });
});

describe('the route of its webhooks', () => {
  const event = { id: 'evt_1', type: 'payout.completed', data: { payoutId: 'po_forged' } };

  /** Posts a delivery to the route. */
  async function post(body: string, headers: Record<string, string>): Promise<number> {
    const { origin } = runtime.canary as CanaryPlace;
    return (await fetch(origin + canaryWebhookPath, { method: 'POST', headers, body })).status;
  }

  /** The secret with which the service signs for the canary. */
  async function secret(): Promise<string> {
    const [endpoint] = await endpoints();
    const keys = await service.runtime.secrets.sealingKeys();
    return signingSecrets(endpoint as WebhookEndpoint, keys, service.clock.now)[0] as string;
  }

  const isReceived = async () => (await service.runtime.store.get(receiptRef('po_forged'))) !== undefined;

  test('takes what the secret of its endpoint signs, however often it comes', async () => {
    await create();
    await run();
    const body = JSON.stringify(event);
    const headers = deliveryHeaders({ id: event.id, body, secrets: [await secret()], now: service.clock.now });
    expect(await post(body, headers)).toBe(204);
    expect(await post(body, headers)).toBe(204);
    expect(await isReceived()).toBe(true);
  });

  test.each([
    ['another secret', { secrets: [`whsec_${Buffer.alloc(32, 9).toString('base64')}`] }],
    ['a body that was changed', { body: JSON.stringify({ ...event, id: 'evt_2' }) }],
    ['a delivery that is six minutes old', { age: 6 * 60_000 }],
  ])('refuses %s, and keeps nothing', async (_, { secrets, body: signed, age = 0 }: Forgery) => {
    await create();
    await run();
    const body = JSON.stringify(event);
    const signing = { id: event.id, body: signed ?? body, secrets: secrets ?? [await secret()] };
    expect(await post(body, deliveryHeaders({ ...signing, now: service.clock.now - age }))).toBe(400);
    expect(await isReceived()).toBe(false);
  });

  test('refuses what is not signed, also before there is an endpoint', async () => {
    expect(await post(JSON.stringify(event), {})).toBe(400);
    await create();
    await run();
    expect(await post(JSON.stringify(event), {})).toBe(400);
    expect(await isReceived()).toBe(false);
  });

  test('takes no other event for the receipt of a payout', async () => {
    await create();
    await run();
    const body = JSON.stringify({ ...event, type: 'payout.processing' });
    const headers = deliveryHeaders({ id: event.id, body, secrets: [await secret()], now: service.clock.now });
    expect(await post(body, headers)).toBe(204);
    expect(await isReceived()).toBe(false);
  });
});

describe('the operation canary', () => {
  test('repeated, issues another key for two years and revokes the one before, and the canary goes on', async () => {
    const first = await create();
    await run();
    const second = await create();
    expect(second).toEqual({
      organizationId,
      apiKeyId: expect.not.stringMatching(`^${first.apiKeyId}$`),
      expiresAt: new Date(yearsLater(service.clock.now, 2)).toISOString(),
    });
    expect(await service.runtime.store.get(apiKeyRef(first.apiKeyId))).toMatchObject({ revokedAt: expect.anything() });
    await run();
    expect(await payouts()).toHaveLength(2);
  });

  test('twice at the same time, leaves a canary that pays', async () => {
    const answers = await Promise.all([perform(service, 'canary', {}), perform(service, 'canary', {})]);
    for (const { error } of answers) if (error) expect(error.type).toBe('CONFLICT');
    expect(answers.some(({ result }) => result)).toBe(true);
    await run();
  });

  test('goes on where a call before it died after any of its steps', async () => {
    for (let calls = 1; ; calls += 1) {
      let left = calls;
      const dying = service.process(
        async (_command, send) => {
          if (left === 0) throw new Error('the process died');
          left -= 1;
          return send();
        },
        { canaryPublicKey: async () => publicKey },
      );
      const answer = await perform(dying, 'canary', {}).catch(() => undefined);
      if (answer?.result) break;
      await create();
      await run();
    }
  });

  test('is on record in the audit log of the canary', async () => {
    await create();
    const partition = auditPartition(organizationId);
    const { items } = await service.runtime.store.range(AuditEventEntity, { partition, limit: 10 });
    expect(items.map(({ action }) => action)).toEqual(['canary.create']);
  });

  test('is refused where the stage has no canary', async () => {
    const without = await TestService.start();
    expectRefusal(await perform(without, 'canary', {}), 'CONFLICT');
    expect(await without.runtime.store.get(canaryRef)).toBeUndefined();
  });
});
