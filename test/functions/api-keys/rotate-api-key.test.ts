import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditRows, expectError, faultsOf } from '../../support/answers.ts';
import { beforeFirst } from '../../support/faults.ts';
import { bodyOf, pathOf, type TestOrganization } from '../../support/journey.ts';
import { newPublicKey } from '../../support/public-keys.ts';
import { type Answer, type Credentials, TestService, type TestSession } from '../../support/service.ts';
import { issueKey, listed, organizationWithOwner, revoke, rotate, rotateKey } from './support.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const POINT = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';

let service: TestService;
let of: TestOrganization;
let organizationId: string;
let owner: TestSession;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  ({ of, organizationId, owner } = await organizationWithOwner(service));
});

const at = (ms: number) => new Date(service.clock.now + ms).toISOString();
const balance = (credentials: Credentials) => service.get(`${pathOf(of)}/balance`, credentials);

describe('a rotation', () => {
  test.each([
    ['an owner', async () => owner],
    ['an admin', () => service.member(organizationId, 'admin')],
    ['the key itself, though it may only read', undefined],
  ])(
    'by %s makes a successor with the scopes, pins and issuer, and ends the key a day later',
    async (_who, session) => {
      const fields = { scopes: ['read'], allowedIps: ['203.0.113.0/24'], name: 'till' };
      const credentials = await issueKey(service, organizationId, owner, fields);
      service.clock.advance(HOUR_MS);

      const successor = await rotateKey(service, credentials.key.id, session ? await session() : credentials);

      expect(successor.key).toEqual({
        ...credentials.key,
        id: expect.not.stringMatching(credentials.key.id),
        prefix: expect.not.stringMatching(credentials.key.prefix),
        createdAt: at(0),
        expiresAt: at(365 * DAY_MS),
        rotatedFrom: credentials.key.id,
      });
      expect(successor.predecessor).toEqual({ id: credentials.key.id, expiresAt: at(DAY_MS) });
      service.clock.advance(DAY_MS - 1);
      for (const key of [credentials, successor]) expect(await balance(key)).toMatchObject({ status: 200 });
      service.clock.advance(1);
      expectError(await balance(credentials), 'KEY_EXPIRED');
      expect(await balance(successor)).toMatchObject({ status: 200 });
    },
  );

  test('gives the successor the lifetime that the key was given, and no more', async () => {
    const credentials = await issueKey(service, organizationId, owner, { expiresAt: at(3 * DAY_MS) });
    service.clock.advance(DAY_MS);
    const first = await rotateKey(service, credentials.key.id, credentials, { deadline: at(HOUR_MS) });
    const second = await rotateKey(service, credentials.key.id, credentials);
    for (const { key } of [first, second]) expect(key).toMatchObject({ expiresAt: at(3 * DAY_MS) });
  });

  test('ends the key when it is told to, never later than it would have', async () => {
    const credentials = await issueKey(service, organizationId, owner, { expiresAt: at(2 * HOUR_MS) });
    const ends = async (body: object) =>
      (await rotateKey(service, credentials.key.id, credentials, { ...body })).predecessor.expiresAt;
    expect(await ends({})).toBe(at(2 * HOUR_MS));
    expect(await ends({ deadline: at(HOUR_MS) })).toBe(at(HOUR_MS));
    expect(await ends({ deadline: at(30 * DAY_MS) })).toBe(at(HOUR_MS));
  });

  test('may go over to a custody provider', async () => {
    const body = { publicKey: undefined, custodyPublicKey: POINT };
    expect(bodyOf(await rotate(service, of.key.id, of, body), 201).key).toMatchObject({ scheme: 'custody' });
  });

  test('is audited under the key that was rotated, by the prefix of a key or the id of a person', async () => {
    bodyOf(await rotate(service, of.key.id, of), 201);
    bodyOf(await rotate(service, of.key.id, owner), 201);
    const audited = { action: 'api_key.rotate', outcome: 'succeeded', resourceId: of.key.id };
    expect(await auditRows(service, of)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ ...audited, apiKeyPrefix: of.key.prefix }),
        expect.objectContaining({ ...audited, actorUserId: owner.userId }),
      ]),
    );
  });

  test('with an idempotency key makes one successor', async () => {
    const body = { publicKey: newPublicKey() };
    const send = () => service.post(`/api-keys/${of.key.id}/rotate`, of, body, { idempotencyKey: 'rotate' });
    const first = bodyOf(await send(), 201);
    expect(bodyOf(await send(), 201)).toEqual(first);
    expect((await listed(service, organizationId, owner)).data).toHaveLength(2);
  });
});

describe('a rotation is refused', () => {
  test.each([
    ['without a key', { publicKey: undefined }, ['publicKey: one_required']],
    ['with garbage', { publicKey: 'garbage' }, ['publicKey: invalid_format']],
    ['with a deadline that has passed', { deadline: '2026-03-01T11:59:59Z' }, ['deadline: out_of_range']],
    ['with a deadline beyond 30 days', { deadline: '2027-01-01T00:00:00Z' }, ['deadline: out_of_range']],
    ['with scopes', { scopes: ['read', 'write'] }, ['scopes: unrecognized_key']],
  ])('%s', async (_name, body, faults) => {
    expect(faultsOf(await rotate(service, of.key.id, of, body))).toEqual(faults);
  });

  test('to the same key pair', async () => {
    const publicKey = newPublicKey();
    const { key } = await issueKey(service, organizationId, owner, { publicKey });
    expect(faultsOf(await rotate(service, key.id, owner, { publicKey }))).toEqual(['publicKey: unchanged']);
  });

  test('of a key that has expired: KEY_EXPIRED to itself, BAD_REQUEST to a person', async () => {
    const credentials = await issueKey(service, organizationId, owner, { expiresAt: at(HOUR_MS) });
    service.clock.advance(HOUR_MS);
    expectError(await rotate(service, credentials.key.id, credentials), 'KEY_EXPIRED');
    expectError(await rotate(service, credentials.key.id, owner), 'BAD_REQUEST');
  });

  test('of a key that was revoked: UNAUTHORIZED to itself, BAD_REQUEST to a person', async () => {
    bodyOf(await revoke(service, organizationId, owner, of.key.id));
    expectError(await rotate(service, of.key.id, of), 'UNAUTHORIZED');
    expectError(await rotate(service, of.key.id, owner), 'BAD_REQUEST');
  });

  test('of another key of the organization, by a key of every scope', async () => {
    const { key } = await service.key(organizationId);
    expectError(await rotate(service, key.id, of), 'FORBIDDEN');
  });

  test("of another organization's key, exactly as of an unknown one", async () => {
    const other = await service.organization();
    for (const by of [of, owner]) {
      const answers = [await rotate(service, other.key.id, by), await rotate(service, 'akid_test_unknown', by)];
      for (const answer of answers) expectError(answer, 'FORBIDDEN');
      const [theirs, unknown] = answers.map(({ body }) => ({ ...body, requestId: '' }));
      expect(theirs).toEqual(unknown);
    }
  });

  test('by an operator or viewer', async () => {
    for (const role of ['operator', 'viewer'] as const) {
      expectError(await rotate(service, of.key.id, await service.member(organizationId, role)), 'FORBIDDEN');
    }
  });

  test('by a live key before business verification, as every write', async () => {
    const live = await service.organization('live');
    expectError(await rotate(service, live.key.id, live), 'LIVE_KEY_ORG_NOT_APPROVED');
    const session = await service.member(live.organizationId, 'owner');
    expect(await rotate(service, live.key.id, session)).toMatchObject({ status: 201 });
  });
});

describe('at once', () => {
  /** Ids of what is left to be used, of the organization's keys. */
  const usable = async () =>
    (await listed(service, organizationId, owner)).data
      .filter(({ revokedAt }: { revokedAt?: string }) => revokedAt === undefined)
      .map(({ id }: { id: string }) => id);

  test('two rotations make two successors of one predecessor, which ends at the earlier deadline', async () => {
    const deadlines = [at(HOUR_MS), at(2 * HOUR_MS)];
    const answers = await Promise.all(deadlines.map((deadline) => rotate(service, of.key.id, owner, { deadline })));

    const successors = answers.map((answer) => bodyOf(answer, 201).key.id);
    expect((await usable()).sort()).toEqual([of.key.id, ...successors].sort());
    service.clock.advance(HOUR_MS);
    expectError(await balance(of), 'KEY_EXPIRED');
  });

  const revokeIt = () => revoke(service, organizationId, owner, of.key.id);
  test.each([
    ['a revocation before the rotation’s commit', 'UNAUTHORIZED', (slow: TestService) => rotate(slow, of.key.id, of)],
    ['a revocation before a person’s', 'BAD_REQUEST', (slow: TestService) => rotate(slow, of.key.id, owner)],
  ] as const)('%s leaves no successor: %s', async (_name, type, rotateSlowly) => {
    const slow = service.process(beforeFirst('TransactWrite', revokeIt));
    expectError(await rotateSlowly(slow), type);
    expect(await usable()).toEqual([]);
  });

  test('a rotation before the revocation’s commit leaves the successor alone', async () => {
    let rotated: Answer | undefined;
    const rotateIt = async () => {
      rotated = await rotate(service, of.key.id, of);
    };
    const slow = service.process(beforeFirst('TransactWrite', rotateIt));
    const revoked = bodyOf(await revoke(slow, organizationId, owner, of.key.id));
    expect(revoked).toMatchObject({ id: of.key.id, expiresAt: at(DAY_MS), revokedAt: at(0) });
    expect(await usable()).toEqual([bodyOf(rotated as Answer, 201).key.id]);
  });
});
