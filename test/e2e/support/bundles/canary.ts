import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Discovered } from '../../../../functions/discover.ts';
import { routeKey } from '../../../../lib/constructs/api-endpoint.ts';
import { startGateway } from '../../../../local/gateway/gateway.ts';
import { readSealingSecret } from '../../../../shared/adapters/sealing-secret.ts';
import { canaryWebhookPath } from '../../../../shared/contract/canary-function.ts';
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts';
import { createHandler } from '../../../../shared/http/create-handler.ts';
import { canaryOrganizationId as organizationId } from '../../../../shared/identity/canary.ts';
import { sweepDueWork } from '../../../../shared/journal/due/sweep-due-work.ts';
import { EventEntity, eventPartition } from '../../../../shared/journal/rows/event.ts';
import { createCanary } from '../../../../shared/operations/create-canary.ts';
import { hintEvents } from '../../../../shared/webhooks/offering/hint-events.ts';
import { createHttpSender } from '../../../../shared/webhooks/sender/http-sender.ts';
import { createTestTable } from '../../../support/dynamodb.ts';
import { httpApiEvent } from './http-api-event.ts';
import { PlayedService } from './played-service.ts';
import { originSecret, type Stage, sealingSecret, sqsEvent } from './stage.ts';

const pauseMs = 200;

/**
 * A stage whose canary has been created, at an address of its own. Bundles answer everything, but for two things that a
 * deployed stage refuses because the address is on this machine: to register it for webhooks, and to send them there.
 */
export async function startCanary(stage: Stage, endpoints: readonly Discovered<AnyEndpoint>[]) {
  const table = await createTestTable();
  const service = new PlayedService({
    table,
    endpoints: endpoints.map(({ declaration }) => declaration),
    overrides: {
      clock: Date.now,
      webhooks: createHttpSender({ loopback: true }),
      secrets: { sealingKeys: async () => readSealingSecret(sealingSecret) },
      canaryPublicKey: async () => stage.aws.publicKey,
    },
  });
  const { runtime, hints } = service;
  const answering = await stage.lambdaOn(table.tableName);

  const bundled = (file: string, key: string) => ({
    routeKey: key,
    handler: async (event: APIGatewayProxyEventV2) =>
      (await answering.invoke(
        file,
        httpApiEvent(event, { originSecret, routeKey: key }),
      )) as APIGatewayProxyStructuredResultV2,
  });
  const routes = endpoints.map(({ file, declaration }) =>
    declaration.operation === 'registerSandboxWebhookEndpoint'
      ? { routeKey: routeKey(declaration), handler: createHandler(declaration, runtime) }
      : bundled(file, routeKey(declaration)),
  );
  const gateway = await startGateway('127.0.0.1', 0, {
    routes: [
      ...routes.filter((route) => route.routeKey !== '$default'),
      bundled('canary/receive-canary.ts', `POST ${canaryWebhookPath}`),
    ],
    fallback: bundled('meta/route-not-found.ts', '$default').handler,
    requestsPerMinute: 100_000,
    runtime,
  });
  // A function that waits has a process of its own, as in AWS.
  const paying = await stage.lambdaOn(table.tableName, { API_ORIGIN: gateway.origin });
  const offers = await import(/* @vite-ignore */ pathToFileURL(stage.bundleOf('queues/offer-events.ts')).href);
  await createCanary(runtime, {});

  /** What the sweep and the stream's reader hint at, done once. */
  async function work(): Promise<void> {
    await sweepDueWork(runtime);
    const due = hints.take().filter(({ kind, dueAt }) => kind === 'rails' && dueAt <= Date.now());
    if (due.length > 0) {
      await answering.invoke('queues/advance-payouts.ts', sqsEvent(due.map((hint) => JSON.stringify(hint))));
    }
    const partition = eventPartition(organizationId);
    const { items } = await runtime.store.range(EventEntity, { partition, newestFirst: true, limit: 1 });
    await hintEvents(runtime, items);
    const toOffer = hints.take().map((hint) => JSON.stringify(hint));
    if (toOffer.length > 0) await offers.worker.handle(sqsEvent(toOffer), runtime);
  }

  return {
    service,
    /** Runs the canary once, beside everything that its payout waits for. */
    async run(id: string): Promise<void> {
      let isOver = false;
      const running = paying.invoke('canary/pay-canary.ts', { id, source: 'aws.events' }).finally(() => {
        isOver = true;
      });
      const working = (async () => {
        while (!isOver) {
          await work();
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      })();
      await Promise.all([running, working]);
    },
    origin: gateway.origin,
    async stop() {
      await gateway.stop();
      await Promise.all([answering.stop(), paying.stop()]);
    },
  };
}
