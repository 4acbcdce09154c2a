import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { maxConcurrentAttempts } from '../../../../shared/ports/attempt-budget.ts';
import type { WebhookSender } from '../../../../shared/ports/webhook-sender.ts';
import { receiverOfTest } from '../../../support/receiver.ts';
import { TestService } from '../../../support/service.ts';
import { addEndpoint, addEvents, sequences, wake } from './support.ts';

test('a process that has no file left for a connection does not say that the receiver failed', async () => {
  const receiver = await receiverOfTest((_received, response) => {
    setTimeout(() => response.writeHead(200).end(), 500);
  });
  const script = fileURLToPath(new URL('support/send-many.ts', import.meta.url));

  // As many files as a process needs to run, and few more.
  const limited = ['-c', 'ulimit -n 60; exec "$0" "$@"', process.execPath, script, receiver.url, '60'];
  const { stdout } = await promisify(execFile)('sh', limited);

  const { accepted, refused, thrown } = JSON.parse(stdout);
  expect(accepted + thrown).toBe(60);
  expect(refused).toBe(0);
  expect(thrown).toBeGreaterThan(0);
});

test('many endpoints that are served at once share what a process may have under way', async () => {
  let underWay = 0;
  let most = 0;
  const sender: WebhookSender = {
    faultOf: () => undefined,
    send: async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((done) => setTimeout(done, 1_000));
      underWay -= 1;
      return { accepted: true, status: 200 };
    },
  };
  const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
  const service = await TestService.start({ webhooks: sender, sleep });
  const { organizationId } = await service.organization();
  for (const number of sequences(1, 50))
    await addEndpoint(service, organizationId, { url: `https://${number}.example` });
  await addEvents(service, organizationId, 10);

  await wake(service, organizationId);

  expect(most).toBeGreaterThan(maxConcurrentAttempts / 2);
  expect(most).toBeLessThanOrEqual(maxConcurrentAttempts + 50);
});
