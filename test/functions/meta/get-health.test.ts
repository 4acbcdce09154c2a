import { beforeAll, expect, test } from 'vitest';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { expectError } from '../../support/answers.ts';
import { CapturedLog } from '../../support/captured-log.ts';
import { createTestTable } from '../../support/dynamodb.ts';
import type { TableCall } from '../../support/faults.ts';
import { TestService } from '../../support/service.ts';

const log = new CapturedLog();
let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ log: log.log }, await createTestTable());
});

const ask = (of: TestService) => of.send('GET', `${apiPrefix}/health`, '', {});

test('whoever asks is told that the service works, for five seconds, by one read that must be answered', async () => {
  const calls: TableCall[] = [];
  const watched = service.process(async (call, send) => {
    calls.push(call);
    return send();
  });
  expect(await ask(watched)).toMatchObject({
    status: 200,
    body: { status: 'ok' },
    headers: { 'cache-control': 'public, max-age=5' },
  });
  expect(calls).toMatchObject([{ name: 'Get', input: { ConsistentRead: true } }]);
});

test('a table that does not answer is 503 for as long, and its reason stays in the log', async () => {
  const broken = service.process(async () => {
    throw new Error('table arn:aws:dynamodb:secret');
  });
  const answer = await ask(broken);
  expectError(answer, 'INTERNAL', { status: 503 });
  expect(answer.headers['cache-control']).toBe('public, max-age=5');
  expect(answer.text).not.toContain('arn');
  expect(log.text).toContain('the table does not answer');
});

test('it takes no parameters', async () => {
  const answer = await service.send('GET', `${apiPrefix}/health?deep=1`, '', {});
  expectError(answer, 'VALIDATION_ERROR');
  expect(answer.headers['cache-control']).toBe('no-store');
});
