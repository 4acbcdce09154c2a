import { beforeAll, expect, test } from 'vitest';
import { pairRef } from '../../../shared/access/organizations/organization-pair.ts';
import { sha256Hex } from '../../../shared/ground/signatures/canonical.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { MemberEntity, memberRef } from '../../../shared/identity/member.ts';
import { OrganizationEntity } from '../../../shared/identity/organization.ts';
import { auditRows, storedItems } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

const owner = { userId: 'user-ada', email: 'ada@example.com' };
const create = (reference: string, more: object = {}) =>
  perform(service, 'create-organization', { reference, name: 'Example', owner, ...more });
const stored = (organizationId: string) => service.runtime.store.get(refTo(OrganizationEntity, { organizationId }));
const pairsOf = async () => (await storedItems(service, 'organization')).length / 2;

test('a customer is a live and a sandbox organization that know each other, with the owner in both', async () => {
  const { result } = await create('crm-1', { currency: 'USD' });
  const { liveId, sandboxId } = result;
  const both = { name: 'Example', settlementCurrency: 'USD', status: 'active', verified: false, owners: 1 };
  expect(await stored(liveId)).toMatchObject({ ...both, mode: 'live', counterpartId: sandboxId });
  expect(await stored(sandboxId)).toMatchObject({ ...both, mode: 'sandbox', counterpartId: liveId });
  for (const organizationId of [liveId, sandboxId]) {
    const member = await service.runtime.store.get(memberRef(organizationId, owner.userId));
    expect(member).toMatchObject({ role: 'owner', email: owner.email });
    expect(await auditRows(service, { organizationId })).toMatchObject([
      { action: 'organization.create', outcome: 'succeeded', actorUserId: 'operator:ada' },
    ]);
  }
});

test('the first owner can sign in and read', async () => {
  const { sandboxId } = await performed(service, 'create-organization', { reference: 'crm-2', name: 'B', owner });
  const answer = await service.get(`/payments/organizations/${sandboxId}/balance`, await service.person(owner.userId));
  expect(answer.status).toBe(200);
});

test('features are on in both organizations from the start, each once; without any none is', async () => {
  const features = ['developer', 'mass_payouts', 'developer'];
  const { liveId, sandboxId } = (await create('crm-7', { features })).result;
  for (const organizationId of [liveId, sandboxId]) {
    expect(await stored(organizationId)).toMatchObject({ features: ['mass_payouts', 'developer'] });
  }
  const plain = (await create('crm-8')).result;
  expect((await stored(plain.liveId))?.features ?? []).toEqual([]);
});

test('features are part of what a reference stands for, in whatever order', async () => {
  const first = await create('crm-9', { features: ['developer', 'mass_payouts'] });
  expect(await create('crm-9', { features: ['mass_payouts', 'developer'] })).toEqual(first);
  expectRefusal(await create('crm-9', { features: ['developer'] }), 'CONFLICT');
  expectRefusal(await create('crm-9'), 'CONFLICT');
});

test('a pair that was made before organizations were created with features is found again', async () => {
  const { result } = await create('crm-10');
  const hash = sha256Hex(JSON.stringify(['Example', null, owner.userId, owner.email]));
  expect(await service.runtime.store.get(pairRef('crm-10'))).toMatchObject({ ...result, hash });
});

test('a repeated creation answers the same pair, two at once too', async () => {
  const before = await pairsOf();
  const answers = [...(await Promise.all([create('crm-3'), create('crm-3')])), await create('crm-3')];
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await pairsOf()).toBe(before + 1);
});

test('the same reference for somebody else is refused and makes nothing', async () => {
  await create('crm-4');
  const before = await pairsOf();
  expectRefusal(await create('crm-4', { name: 'Another' }), 'CONFLICT');
  expectRefusal(await create('crm-4', { owner: { ...owner, userId: 'user-eve' } }), 'CONFLICT');
  expect(await pairsOf()).toBe(before);
});

test('an address in another case or notation names the same customer, and is stored in one form', async () => {
  const at = (email: string) => create('crm-11', { owner: { ...owner, email } });
  const { result } = await at('Ada@BÜCHER.example');
  expect(await at('ada@xn--bcher-kva.example')).toEqual({ result });
  const member = await service.runtime.store.get(memberRef(result.liveId, owner.userId));
  expect(member?.email).toBe('ada@xn--bcher-kva.example');
});

test.each([
  ['an id that no session has', { userId: 'ada@example.com' }],
  ['an id with a space', { userId: 'ada b' }],
  ['no address', { email: 'ada' }],
])('an owner with %s is refused, and nothing is made', async (_name, wrong) => {
  const before = await pairsOf();
  expectRefusal(await create('crm-12', { owner: { ...owner, ...wrong } }), 'VALIDATION_ERROR');
  expect(await pairsOf()).toBe(before);
});

test.each([1, 2, 3, 4, 5, 6])('a process that dies at its call %i leaves what the next completes', async (call) => {
  for (const moment of ['before', 'after'] as const) {
    const reference = `crash-${call}-${moment}`;
    const { intercept, crashed } = crashAt({ call, moment });
    const dying = service.process(intercept);
    const input = { reference, name: 'Example', owner };
    await Promise.race([perform(dying, 'create-organization', input), crashed]);

    const { liveId, sandboxId } = await performed(service, 'create-organization', input);

    for (const organizationId of [liveId, sandboxId]) {
      expect(await stored(organizationId)).toMatchObject({ owners: 1 });
      expect(await service.runtime.store.get(memberRef(organizationId, owner.userId))).toBeDefined();
    }
  }
});

test('a customer may settle in euros, in both organizations', async () => {
  const { liveId, sandboxId } = (await create('crm-euro', { currency: 'EUR' })).result;
  for (const organizationId of [liveId, sandboxId]) {
    expect(await stored(organizationId)).toMatchObject({ settlementCurrency: 'EUR' });
  }
});

test.each(['JPY', 'GBP'])(
  'to settle in %s, which no corridor pays from, is refused, and nothing is made',
  async (code) => {
    const before = await pairsOf();
    const refused = await create(`crm-${code}`, { currency: code });
    expectRefusal(refused, 'BAD_REQUEST');
    expect(refused.error.detail).toBe(`no corridor pays from ${code}; available: EUR, USD`);
    expect(await pairsOf()).toBe(before);
  },
);

test('a late repetition does not bring back an owner who has left', async () => {
  const { liveId } = await performed(service, 'create-organization', { reference: 'crm-5', name: 'Example', owner });
  await service.member(liveId, 'owner', 'user-bob');
  await service.runtime.store.remove(refTo(MemberEntity, { organizationId: liveId, userId: owner.userId }), {});
  await performed(service, 'create-organization', { reference: 'crm-5', name: 'Example', owner });
  expect(await service.runtime.store.get(memberRef(liveId, owner.userId))).toBeUndefined();
});

test.each([
  ['reference', { reference: 'a b' }],
  ['name', { name: ' ' }],
  ['owner.email', { owner: { ...owner, email: 'ada' } }],
  ['currency', { currency: 'XXX' }],
  ['currency', { currency: 'USDC' }],
  ['features[0]', { features: ['everything'] }],
  ['surprise', { surprise: 1 }],
])('a faulty %s is named', async (path, more) => {
  const answer = await create('crm-6', more);
  expectRefusal(answer, 'VALIDATION_ERROR');
  expect(answer.error.errors).toEqual([expect.objectContaining({ path })]);
});
