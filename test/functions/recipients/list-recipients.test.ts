import { beforeAll, describe, expect, test } from 'vitest';
import { addRecipient, bodyOf, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;
let other: TestOrganization;
const created: Answer['body'][] = [];

beforeAll(async () => {
  service = await TestService.start();
  organization = await service.organization();
  other = await service.organization();
  for (let serial = 0; serial < 5; serial += 1) {
    service.clock.advance(1_000);
    created.unshift(await addRecipient(service, organization, { serial, externalId: `payee ${serial}` }));
  }
  await addRecipient(service, other, { externalId: 'theirs' });
});

const list = (query: string, of = organization) => service.get(`/recipients/${of.organizationId}${query}`, of);

describe('the list of recipients', () => {
  test('is newest first, and shows each as its own read does', async () => {
    const { data, nextCursor } = bodyOf(await list(''));
    expect(data).toEqual(created);
    expect(nextCursor).toBeUndefined();
  });

  test('gives every one exactly once over its pages', async () => {
    const seen: Answer['body'][] = [];
    let cursor = '';
    do {
      const page = bodyOf(await list(`?limit=2${cursor}`));
      expect(page.data.length).toBeLessThanOrEqual(2);
      seen.push(...page.data);
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
    } while (cursor);
    expect(seen).toEqual(created);
  });

  test('finds the one with an external id, or nobody', async () => {
    expect(bodyOf(await list('?externalId=payee%203')).data).toEqual([created[1]]);
    expect(bodyOf(await list('?externalId=theirs')).data).toEqual([]);
    expect(bodyOf(await list('?externalId=theirs', other)).data).toHaveLength(1);
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=abc',
    'limit=1&limit=1',
    'externalId=',
    'nonsense=1',
    'cursor=',
    'cursor=x',
  ])('refuses %s', async (query) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR' } });
  });

  test('refuses a cursor of another organization', async () => {
    const { nextCursor } = bodyOf(await list('?limit=1'));
    expect(await list(`?cursor=${nextCursor}`, other)).toMatchObject({
      status: 400,
      body: { type: 'VALIDATION_ERROR', errors: [{ path: 'cursor', message: 'unrecognized' }] },
    });
  });
});

test('an unknown recipient is NOT_FOUND', async () => {
  for (const id of ['rcp_x', created[0].methods[0].destinationAccountId]) {
    expect(await list(`/${id}`)).toMatchObject({ status: 404, body: { type: 'NOT_FOUND' } });
  }
});
