import { expect, test } from 'vitest';
import { type Received, refusal, startService } from './support/service.ts';

const row = (id: string) => ({ id });
const query = ({ target }: Received) => Object.fromEntries(new URL(target, 'http://localhost').searchParams);

test('awaiting a list gives the page that was asked for', async () => {
  const service = await startService({ status: 200, body: { data: [row('a')], nextCursor: 'c1' } });

  const page = await service.client().listBalanceTransactions({ limit: 1 });

  expect(page).toEqual({ data: [row('a')], nextCursor: 'c1' });
  expect(service.received.map(query)).toEqual([{ limit: '1' }]);
});

test('iterating over a list gives the rows of all pages, one request each', async () => {
  const service = await startService(
    { status: 200, body: { data: [row('a'), row('b')], nextCursor: 'c1' } },
    { status: 200, body: { data: [], nextCursor: 'c2' } },
    { status: 200, body: { data: [row('c')] } },
  );

  const ids: string[] = [];
  for await (const { id } of service.client().listBalanceTransactions({ type: 'payout' })) ids.push(id);

  expect(ids).toEqual(['a', 'b', 'c']);
  expect(service.received.map(query)).toEqual([
    { type: 'payout' },
    { type: 'payout', cursor: 'c1' },
    { type: 'payout', cursor: 'c2' },
  ]);
});

test('leaving the loop asks for no further page', async () => {
  const service = await startService({ status: 200, body: { data: [row('a'), row('b')], nextCursor: 'c1' } });

  for await (const { id } of service.client().listBalanceTransactions()) if (id === 'a') break;

  expect(service.received).toHaveLength(1);
});

test('a page that fails ends the loop with its error', async () => {
  const service = await startService(
    { status: 200, body: { data: [row('a')], nextCursor: 'c1' } },
    refusal('VALIDATION_ERROR', 400),
  );
  const rows = service.client().listBalanceTransactions()[Symbol.asyncIterator]();

  await rows.next();

  await expect(rows.next()).rejects.toMatchObject({ type: 'VALIDATION_ERROR' });
});

test('iterating over the feed gives every event up to its end', async () => {
  const event = (sequence: string) => ({ id: `evt_${sequence}`, sequence });
  const service = await startService(
    { status: 200, body: { data: [event('8'), event('9')], nextSince: '9' } },
    { status: 200, body: { data: [event('10')], nextSince: '10' } },
    { status: 200, body: { data: [], nextSince: '10' } },
  );

  const sequences: string[] = [];
  for await (const { sequence } of service.client().listEvents({ since: '7', limit: 2 })) sequences.push(sequence);

  expect(sequences).toEqual(['8', '9', '10']);
  expect(service.received.map(query)).toEqual([
    { since: '7', limit: '2' },
    { since: '9', limit: '2' },
    { since: '10', limit: '2' },
  ]);
});

test('a cursor that does not move ends the loop with an error', async () => {
  const page = { status: 200, body: { data: [row('a')], nextCursor: 'c1' } };
  const service = await startService(page, page, page);
  const read = async () => {
    for await (const { id } of service.client().listBalanceTransactions()) expect(id).toBe('a');
  };

  await expect(read()).rejects.toThrow('The cursor of the list does not move.');
  expect(service.received).toHaveLength(2);
});

test('following the feed begins at since, asks from nextSince on and waits at the end', async () => {
  const event = (sequence: string) => ({ id: `evt_${sequence}`, sequence });
  const service = await startService(
    { status: 200, body: { data: [event('8'), event('9')], nextSince: '9' } },
    { status: 200, body: { data: [], nextSince: '9' } },
    { status: 200, body: { data: [event('10')], nextSince: '10' } },
    { status: 200, body: { data: [], nextSince: '10' } },
  );
  const controller = new AbortController();

  const sequences: string[] = [];
  const { signal } = controller;
  for await (const { sequence } of service.client().followEvents({ since: '7', limit: 2, pollMs: 20, signal })) {
    sequences.push(sequence);
    if (sequence === '10') setTimeout(() => controller.abort(), 100);
  }

  expect(sequences).toEqual(['8', '9', '10']);
  expect(service.received.slice(0, 4).map(query)).toEqual([
    { since: '7', limit: '2' },
    { since: '9', limit: '2' },
    { since: '9', limit: '2' },
    { since: '10', limit: '2' },
  ]);
});

test('an error in the feed reaches the loop', async () => {
  const service = await startService(refusal('FORBIDDEN', 403));

  await expect(service.client().followEvents().next()).rejects.toMatchObject({ type: 'FORBIDDEN' });
});
