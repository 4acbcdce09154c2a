import { expect, test } from 'vitest';
import { prepareRequest } from '../src/request.ts';
import { startService } from './support/service.ts';

const context = { baseUrl: 'https://api.example.com/business/api/v1', organizationId: 'org1' };

test('fields go into path, query and body', () => {
  const { url, body } = prepareRequest(
    { method: 'POST', path: '/a/{orgId}/b/{thingId}', query: ['expand'], hasBody: true, answers: 'id' },
    { thingId: 't_1', expand: ['x', 'y'], amount: '1.00', note: undefined },
    context,
  );

  expect(url.href).toBe('https://api.example.com/business/api/v1/a/org1/b/t_1?expand=x%2Cy');
  expect(body).toBe('{"amount":"1.00"}');
});

test('a request without a body has none', () => {
  expect(prepareRequest({ method: 'POST', path: '/a', answers: 'id' }, {}, context).body).toBeUndefined();
});

test.each(['..', '.', '', 'a/b', 'a?b', undefined, 7])('%j is not taken for an id', (thingId) => {
  expect(() => prepareRequest({ method: 'GET', path: '/a/{thingId}', answers: 'id' }, { thingId }, context)).toThrow(
    TypeError,
  );
});

test('X-Allow-Duplicate is sent when two payments are meant, and only then', async () => {
  const service = await startService();
  const client = service.client();

  await client.acceptQuote({ snapshotId: 'qs_1' });
  await client.acceptQuote({ snapshotId: 'qs_1' }, { allowDuplicate: true });

  expect(service.received.map(({ headers }) => headers['x-allow-duplicate'])).toEqual([undefined, 'true']);
});
