import { expect, test } from 'vitest';
import { readsHead } from '../../support/faults.ts';
import { bodyOf, recipientBody } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

test('a recipient whose request took longer than a newer one is found by who reads down to completeUntil', async () => {
  const service = await TestService.start();
  const of = await service.organization();
  const path = `/recipients/${of.organizationId}`;
  const names = ['First', 'Late', 'Newer'];
  const create = async (by: TestService, name: string) =>
    bodyOf(await by.post(path, of, recipientBody({ name, externalId: name, serial: names.indexOf(name) })), 201);
  const list = async () => bodyOf(await service.get(path, of));
  await create(service, 'First');
  service.clock.advance(1_000);
  let isHeld = true;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: holding, resolve: hold } = Promise.withResolvers<void>();
  const slow = service.process(async (call, send) => {
    if (isHeld && readsHead(call)) {
      hold();
      await released;
    }
    return send();
  });
  const late = create(slow, 'Late');
  await holding;
  service.clock.advance(1_000);
  await create(service, 'Newer');
  const before = await list();
  isHeld = false;
  release();
  await late;
  const after = await list();

  expect(before.data.map(({ name }: Answer['body']) => name)).toEqual(['Newer', 'First']);
  expect(after.data.map(({ name }: Answer['body']) => name)).toEqual(['Newer', 'Late', 'First']);
  const unread = after.data.filter(({ createdAt }: Answer['body']) => createdAt >= before.completeUntil);
  expect(unread.map(({ name }: Answer['body']) => name)).toContain('Late');
});
