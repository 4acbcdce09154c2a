import { expect, test } from 'vitest';
import { FakeAcquirer } from '../../support/checkout/fake-acquirer.ts';
import { bodyOf } from '../../support/journey.ts';
import { createMarkedTable } from '../../support/later-release/marked-table.ts';
import { TestService } from '../../support/service.ts';
import { mug } from './links-support.ts';

test('publishing keeps what a later release has stored in the methods of a draft', async () => {
  const table = await createMarkedTable();
  const service = await TestService.start({ rails: new FakeAcquirer().rails }, table);
  const of = await service.organization();
  const links = `/checkout/organizations/${of.organizationId}/links`;

  const { linkId } = bodyOf(await service.post(links, of, mug), 201);
  const { status } = bodyOf(await service.post(`${links}/${linkId}/publish`, of, undefined));

  expect(status).toBe('sent');
  expect(table.lost).toEqual([]);
});
