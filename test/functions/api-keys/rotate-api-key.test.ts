import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type KeyRing, KeyRingEntity, keyRingRef } from '../../../shared/access/api-keys/key-ring.ts';
import { type ApiKey, ApiKeyEntity, apiKeyRef } from '../../../shared/identity/api-key.ts';
import { TestMailer } from '../../shared/mail/support.ts';
import { auditRows, expectError, faultsOf } from '../../support/answers.ts';
import { beforeFirst } from '../../support/faults.ts';
import { bodyOf, pathOf, settle, type TestOrganization } from '../../support/journey.ts';
import { newPublicKey } from '../../support/public-keys.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, type Credentials, TestService, type TestSession } from '../../support/service.ts';
import { issue, issueKey, listed, organizationWithOwner, revoke, rotate, rotateKey } from './support.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const POINT = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';

const mailer = new TestMailer();
let service: TestService;
let of: TestOrganization;
let organizationId: string;
let owner: TestSession;

beforeAll(async () => {
  service = await TestService.start({ mailer });
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
    quotes({
      'Authentication > Keys':
        '`POST /api-keys/{id}/rotate` issues a successor and gives the predecessor a deadline (default 24 hours).',
      'Endpoints > Other referenced operations': '`POST /api-keys/{id}/rotate` | rotate a key',
      Limits: 'rotation overlap default 24 hours',
    }),
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
    const second = await rotateKey(service, first.key.id, first);
    for (const { key } of [first, second]) expect(key).toMatchObject({ expiresAt: at(3 * DAY_MS) });
  });

  test('ends the key when it is told to, never later than it would have', async () => {
    const credentials = await issueKey(service, organizationId, owner, { expiresAt: at(2 * HOUR_MS) });
    const ends = async (body: object) => {
      const { key, predecessor } = await rotateKey(service, credentials.key.id, credentials, { ...body });
      bodyOf(await revoke(service, organizationId, owner, key.id));
      return predecessor.expiresAt;
    };
    expect(await ends({})).toBe(at(2 * HOUR_MS));
    expect(await ends({ deadline: at(HOUR_MS) })).toBe(at(HOUR_MS));
    expect(await ends({ deadline: at(30 * DAY_MS) })).toBe(at(HOUR_MS));
  });

  test('by a person may go over to a custody provider; by the key itself it keeps the scheme', async () => {
    const body = { publicKey: undefined, custodyPublicKey: POINT };
    expect(faultsOf(await rotate(service, of.key.id, of, body))).toEqual(['custodyPublicKey: other_scheme']);
    expect(bodyOf(await rotate(service, of.key.id, owner, body), 201).key).toMatchObject({ scheme: 'custody' });
  });

  test('by the key itself is mailed to the owners, by a person it is not', async () => {
    const successor = await rotateKey(service, of.key.id, of);
    await rotateKey(service, successor.key.id, owner);
    await settle(service);
    const mails = mailer.sent.filter(({ to }) => to === `${owner.userId}@example.com`);
    expect(mails).toHaveLength(1);
    for (const id of [of.key.id, successor.key.id]) expect(mails[0]?.text).toContain(id);
  });

  test('is audited under the key that was rotated, by the prefix of a key or the id of a person', async () => {
    bodyOf(await revoke(service, organizationId, owner, (await rotateKey(service, of.key.id, of)).key.id));
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

describe('a line of keys', () => {
  test('has one successor a key: another is CONFLICT and names it, until that one has ended', async () => {
    const successor = await rotateKey(service, of.key.id, of);
    for (const by of [of, owner]) {
      expectError(await rotate(service, of.key.id, by), 'CONFLICT', {
        detail: expect.stringContaining(successor.key.id),
      });
    }
    bodyOf(await revoke(service, organizationId, owner, successor.key.id));
    await rotateKey(service, of.key.id, owner);
  });

  test('ends when its first key is revoked, whatever lies between has expired or was revoked', async () => {
    const other = await issueKey(service, organizationId, owner);
    const second = await rotateKey(service, of.key.id, of, { deadline: at(30 * DAY_MS) });
    const third = await rotateKey(service, second.key.id, second, { deadline: at(1) });
    service.clock.advance(HOUR_MS);
    const fourth = await rotateKey(service, third.key.id, third);

    bodyOf(await revoke(service, organizationId, owner, of.key.id));

    for (const key of [of, third, fourth]) expectError(await balance(key), 'UNAUTHORIZED');
    expectError(await balance(second), 'KEY_EXPIRED');
    expect(await balance(other)).toMatchObject({ status: 200 });
  });

  test('keeps what is older than the key that is revoked', async () => {
    const second = await rotateKey(service, of.key.id, of);
    const third = await rotateKey(service, second.key.id, second);
    bodyOf(await revoke(service, organizationId, owner, second.key.id));
    expectError(await balance(third), 'UNAUTHORIZED');
    expect(await balance(of)).toMatchObject({ status: 200 });
  });

  test('of the release before ends, too: its ring and its rows say less', async () => {
    const second = await rotateKey(service, of.key.id, of);
    const { store } = service.runtime;
    const ring = await store.get(keyRingRef(organizationId));
    const keys = (ring?.keys ?? []).map(({ id, expiresAt }) => ({ id, expiresAt }));
    await store.put(KeyRingEntity, { ...(ring as KeyRing), keys });
    const { lineage: _line, rotations: _generation, ...row } = (await store.get(apiKeyRef(second.key.id))) as ApiKey;
    await store.put(ApiKeyEntity, row);

    bodyOf(await revoke(service, organizationId, owner, of.key.id));

    expectError(await balance(second), 'UNAUTHORIZED');
  });

  test('has at most five keys that can be used, so that whoever holds one cannot fill the ring', async () => {
    let newest: Credentials = of;
    for (let count = 1; count < 5; count += 1) newest = await rotateKey(service, newest.key.id, newest);
    expectError(await rotate(service, newest.key.id, newest), 'CONFLICT');
    expect(bodyOf(await issue(service, organizationId, owner), 201).id).toMatch(/^akid_/);
    service.clock.advance(DAY_MS);
    await rotateKey(service, newest.key.id, newest);
  });
});

describe('a rotation is refused', () => {
  const { publicKey: otherCurve } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const wrongCurve = otherCurve.export({ format: 'pem', type: 'spki' });

  test.each([
    ['without a key', { publicKey: undefined }, ['publicKey: one_required']],
    ['with garbage', { publicKey: 'garbage' }, ['publicKey: invalid_format']],
    ['to a key of another curve', { publicKey: wrongCurve }, ['publicKey: wrong_curve']],
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

  test(
    'of a key that has expired: KEY_EXPIRED to itself, BAD_REQUEST to a person',
    quotes({ 'Authentication > Keys': 'An expired key cannot be rotated.' }),
    async () => {
      const credentials = await issueKey(service, organizationId, owner, { expiresAt: at(HOUR_MS) });
      service.clock.advance(HOUR_MS);
      expectError(await rotate(service, credentials.key.id, credentials), 'KEY_EXPIRED');
      expectError(await rotate(service, credentials.key.id, owner), 'BAD_REQUEST');
    },
  );

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

  test('two rotations make one successor', async () => {
    const answers = await Promise.all([0, 1].map(() => rotate(service, of.key.id, owner)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const successor = answers.find(({ status }) => status === 201) as Answer;
    expect((await usable()).sort()).toEqual([of.key.id, successor.body.key.id].sort());
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

  test('a rotation before the revocation’s commit leaves no successor', async () => {
    let rotated: Answer | undefined;
    const rotateIt = async () => {
      rotated = await rotate(service, of.key.id, of);
    };
    const slow = service.process(beforeFirst('TransactWrite', rotateIt));
    const revoked = bodyOf(await revoke(slow, organizationId, owner, of.key.id));
    expect(revoked).toMatchObject({ id: of.key.id, expiresAt: at(DAY_MS), revokedAt: at(0) });
    expect(rotated).toMatchObject({ status: 201 });
    expect(await usable()).toEqual([]);
  });
});
