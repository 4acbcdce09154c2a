import { beforeEach, expect, test } from 'vitest';
import { CapturedLog } from '../../../support/captured-log.ts';
import { valuesOf } from '../../../support/counted.ts';
import { receiverOfTest } from '../../../support/receiver.ts';
import { TestService } from '../../../support/service.ts';
import { addEndpoint, addEvents, MINUTE_MS, passUntil, sleepBriefly, wake } from './support.ts';

const captured = new CapturedLog();
let service: TestService;
let organizationId: string;

beforeEach(async () => {
  service = await TestService.start({ sleep: sleepBriefly, log: captured.log });
  ({ organizationId } = await service.organization());
  captured.lines.length = 0;
});

const lags = () => valuesOf(captured.lines.splice(0), 'DeliveryLag').map(([, value]) => value);

test('the lag of a delivery is from its event to the first attempt that was accepted, once', async () => {
  const receiver = await receiverOfTest();
  await addEndpoint(service, organizationId, { url: receiver.url });
  await addEvents(service, organizationId, 2);
  service.clock.advance(700);
  await wake(service, organizationId);
  expect(lags()).toEqual([700, 700]);
  await wake(service, organizationId);
  expect(lags()).toEqual([]);
});

test('attempts that fail have none; the retry that is accepted has the whole time', async () => {
  const receiver = await receiverOfTest(500);
  await addEndpoint(service, organizationId, { url: receiver.url });
  await addEvents(service, organizationId, 1);
  const since = service.clock.now;
  await wake(service, organizationId);
  expect(lags()).toEqual([]);
  receiver.answering = 200;
  await passUntil(service, since + 30 * MINUTE_MS);
  const [lag = 0, ...more] = lags();
  expect(more).toEqual([]);
  expect(lag).toBeGreaterThanOrEqual(MINUTE_MS / 60);
  expect(lag).toBeLessThan(30 * MINUTE_MS);
});
