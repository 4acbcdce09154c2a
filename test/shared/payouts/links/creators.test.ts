import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../../shared/contract/caller.ts';
import { type ApiKey, apiKeyRef } from '../../../../shared/identity/api-key.ts';
import { memberRef } from '../../../../shared/identity/member.ts';
import { issueKey, organizationWithOwner, revoke, rotate } from '../../../functions/api-keys/support.ts';
import { findingsOf } from '../../../support/findings-of.ts';
import { bodyOf, fund, settle, type TestOrganization } from '../../../support/journey.ts';
import { TestService, type TestSession } from '../../../support/service.ts';
import { linksOf, payeeOf } from './support.ts';

let service: TestService;
let of: TestOrganization;
let owner: TestSession;

beforeEach(async () => {
  service = await TestService.start();
  ({ of, owner } = await organizationWithOwner(service));
  await fund(service, of, '10000.00');
});

const person = async ({ userId, ...session }: TestSession): Promise<Caller> => ({
  kind: 'session',
  person: { userId, email: `${userId}@example.com`, ...session } as never,
  member: await service.runtime.store.get(memberRef(of.organizationId, userId)),
});
const remove = (userId: string) =>
  service.call('DELETE', `/organizations/${of.organizationId}/members/${userId}`, owner);
const statusesOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await linksOf(service, of).get(id)).status));

describe('the open links', () => {
  test('of a revoked key are canceled, and nobody can claim them meanwhile; those of other keys stay', async () => {
    const other = await issueKey(service, of.organizationId, owner);
    const key = (await service.runtime.store.get(apiKeyRef(other.key.id))) as ApiKey;
    const links = linksOf(service, of, { kind: 'key', key });
    const made = await Promise.all(
      Array.from({ length: 17 }, async () => (await links.create({ amount: '10.00' })).payoutLinkId),
    );
    const kept = (await linksOf(service, of).create({ amount: '10.00' })).payoutLinkId;
    const [first = ''] = made;
    const payee = payeeOf(service, links, first);
    const priced = await payee.price();
    bodyOf(await revoke(service, of.organizationId, owner, other.key.id));
    expect(await payee.claim(priced.kind === 'priced' ? priced.sealedPrice : '')).toEqual({ kind: 'unusable' });
    await settle(service);
    expect(new Set(await statusesOf(made))).toEqual(new Set(['canceled']));
    expect((await linksOf(service, of).get(first)).canceledBecause).toBe('creator_removed');
    expect(await statusesOf([kept])).toEqual(['open']);
    expect(await findingsOf(service, of)).toEqual([]);
  });

  test('of a key that was rotated stay', async () => {
    const { payoutLinkId } = await linksOf(service, of).create();
    bodyOf(await rotate(service, of.key.id, of), 201);
    service.clock.advance(24 * 60 * 60 * 1000);
    expect((await service.runtime.store.get(apiKeyRef(of.key.id)))?.revokedAt).toBeUndefined();
    expect(await payeeOf(service, linksOf(service, of), payoutLinkId).finish()).toMatchObject({ kind: 'claimed' });
  });

  test('of a removed member are canceled, and those of others stay', async () => {
    const member = await service.member(of.organizationId, 'operator');
    const links = linksOf(service, of, await person(member));
    const { payoutLinkId } = await links.create();
    const kept = (await linksOf(service, of).create()).payoutLinkId;
    bodyOf(await remove(member.userId));
    expect(await payeeOf(service, links, payoutLinkId).finish()).toEqual({ kind: 'unusable' });
    const other = await links.create();
    await settle(service);
    expect(await statusesOf([payoutLinkId, other.payoutLinkId])).toEqual(['canceled', 'canceled']);
    expect(await statusesOf([kept])).toEqual(['open']);
    expect(await findingsOf(service, of)).toEqual([]);
  });
});
