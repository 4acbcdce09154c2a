import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxUsableKeys } from '../../../shared/access/api-keys/key-ring.ts';
import { suspend } from '../../shared/journal/commit/support.ts';
import { auditRows, expectError, faultsOf, storedItems } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { bodyOf, pathOf, type TestOrganization } from '../../support/journey.ts';
import { newPublicKey } from '../../support/public-keys.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService, type TestSession } from '../../support/service.ts';
import { issue, issueKey, keysPath, listed, organizationWithOwner, revoke } from './support.ts';

const K = 'Authentication > Keys';

const DAY_MS = 24 * 60 * 60 * 1000;
const POINT = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';

let service: TestService;
let of: TestOrganization;
let organizationId: string;
let owner: TestSession;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  ({ of, organizationId, owner } = await organizationWithOwner(service));
});

const at = (ms: number) => new Date(service.clock.now + ms).toISOString();

describe('a key that an owner or admin issues', () => {
  test(
    'is answered without its public key, is used at once, and does what its scopes say',
    quotes({ [K]: 'The `refunds` scope is granted by an owner or admin when the key is issued.' }),
    async () => {
      const fields = { name: 'till', scopes: ['read', 'write', 'refunds'], allowedIps: ['203.0.113.7'] };
      const credentials = await issueKey(service, organizationId, owner, { ...fields, expiresAt: at(DAY_MS) });

      expect(credentials.key).toEqual({
        id: expect.stringMatching(/^akid_test_[a-z0-9]+$/),
        prefix: expect.stringMatching(/^svc_test_[a-z0-9]{8}$/),
        name: 'till',
        mode: 'sandbox',
        scheme: 'pem',
        scopes: ['read', 'write', 'refunds'],
        allowedIps: ['203.0.113.7/32'],
        issuedBy: owner.userId,
        createdAt: at(0),
        expiresAt: at(DAY_MS),
      });
      expect(await service.post(`${pathOf(of)}/sandbox/fund`, credentials, { amount: '5.00' })).toMatchObject({
        status: 201,
      });
    },
  );

  test(
    'may be a custody provider’s, and lives a year unless said',
    quotes({ [K]: 'The `refunds` scope is granted by an owner or admin when the key is issued.' }),
    async () => {
      const admin = await service.member(organizationId, 'admin');
      const key = bodyOf(
        await issue(service, organizationId, admin, {
          publicKey: undefined,
          custodyPublicKey: POINT,
          scopes: ['read', 'refunds'],
        }),
        201,
      );
      expect(key).toMatchObject({
        scopes: ['read', 'refunds'],
        scheme: 'custody',
        expiresAt: at(365 * DAY_MS),
        issuedBy: admin.userId,
      });
    },
  );

  test('is audited under the member, by its id', async () => {
    const { key } = await issueKey(service, organizationId, owner);
    const audited = { action: 'api_key.issue', outcome: 'succeeded', resourceId: key.id, actorUserId: owner.userId };
    expect(await auditRows(service, of)).toMatchObject([audited]);
  });

  test('is issued once for an idempotency key, also when the process dies around its commit', async () => {
    const body = { name: 'server', publicKey: newPublicKey(), scopes: ['read'] };
    const send = (to: TestService) => to.post(keysPath(organizationId), owner, body, { idempotencyKey: 'issue' });
    const before = (await listed(service, organizationId, owner)).data.length;

    for (let call = 1; call <= 5; call += 1) {
      const { intercept, crashed } = crashAt({ call, moment: 'after' });
      await Promise.race([send(service.process(intercept)), crashed]);
      service.clock.advance(15_000);
    }

    const key = bodyOf(await send(service), 201);
    const { data } = await listed(service, organizationId, owner);
    expect(data).toHaveLength(before + 1);
    expect(data[0]).toEqual(key);
  });
});

describe('nobody else issues keys', () => {
  test.each(['operator', 'viewer'] as const)(
    'not an %s',
    quotes({ [K]: 'The `refunds` scope is granted by an owner or admin when the key is issued.' }),
    async (role) => {
      const member = await service.member(organizationId, role);
      expectError(await issue(service, organizationId, member), 'FORBIDDEN');
    },
  );

  test('not a key of every scope, and not a member of another organization', async () => {
    const body = { name: 'server', publicKey: newPublicKey(), scopes: ['read'] };
    expectError(await service.post(keysPath(organizationId), of, body), 'UNAUTHORIZED');
    expectError(await service.get(keysPath(organizationId), of), 'UNAUTHORIZED');
    const stranger = await service.member((await service.organization()).organizationId, 'owner');
    expectError(await issue(service, organizationId, stranger), 'FORBIDDEN');
  });
});

describe('a key is refused, and nothing stored,', () => {
  const pkcs8 = { format: 'pem', type: 'pkcs8' } as const;
  const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pkcs8);
  const ofCurve = (namedCurve: string) =>
    generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'pem', type: 'spki' });

  test.each([
    ['a private key', { publicKey: privateKey }, ['publicKey: private_key']],
    [
      'a private key of custody',
      { publicKey: undefined, custodyPublicKey: 'ab'.repeat(32) },
      ['custodyPublicKey: private_key'],
    ],
    ['a key of P-384', { publicKey: ofCurve('P-384') }, ['publicKey: wrong_curve']],
    ['a key of secp256k1', { publicKey: ofCurve('secp256k1') }, ['publicKey: wrong_curve']],
    ['both kinds of key', { custodyPublicKey: POINT }, ['publicKey: one_required', 'custodyPublicKey: one_required']],
    ['no key', { publicKey: undefined }, ['publicKey: one_required']],
    ['no scope', { scopes: [] }, ['scopes: custom']],
    ['scopes without read', { scopes: ['write'] }, ['scopes: custom']],
    ['a scope twice', { scopes: ['read', 'write', 'write'] }, ['scopes: custom']],
    ['an unknown scope', { scopes: ['read', 'admin'] }, ['scopes[1]: invalid_value']],
    ['a pin that is none', { allowedIps: ['example.org'] }, ['allowedIps[0]: invalid_format']],
    ['a life beyond two years', { expiresAt: '2030-01-01T00:00:00Z' }, ['expiresAt: out_of_range']],
    ['a life that is over', { expiresAt: '2026-01-01T00:00:00Z' }, ['expiresAt: out_of_range']],
    ['a name of spaces', { name: '  ' }, ['name: too_small']],
    ['an unknown field', { issuedBy: 'somebody' }, ['issuedBy: unrecognized_key']],
  ])(
    'with %s',
    quotes({
      [K]: 'Registration validates the key: a wrong curve or a private key is refused (a pasted private key must be rotated).',
    }),
    async (_name, body, faults) => {
      const before = (await storedItems(service, 'apiKey')).length;
      expect(faultsOf(await issue(service, organizationId, owner, body))).toEqual(faults);
      expect(await storedItems(service, 'apiKey')).toHaveLength(before);
    },
  );
});

test.each([
  'fe80::1%eth0',
  'fe80::1%eth0/64',
  'fe80::/64%eth0',
  '203.0.113.0/08',
  '203.0.113.0/+8',
  '203.0.113.0/ 8',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/8/8',
  '010.0.0.1',
  '2001:db8::/032',
  '2001:db8::/129',
  '::ffff:203.0.113.0/95',
])('the pin %s is refused: it is none, or it is read in more ways than one', async (pin) => {
  expect(faultsOf(await issue(service, organizationId, owner, { allowedIps: [pin] }))).toEqual([
    'allowedIps[0]: invalid_format',
  ]);
});

describe(`an organization has ${maxUsableKeys} usable keys at most`, () => {
  /** Its own key is one. */
  async function fill(): Promise<string[]> {
    const ids: string[] = [];
    for (let key = 1; key < maxUsableKeys; key += 1) {
      const { body } = await issue(service, organizationId, owner, { expiresAt: at(DAY_MS) });
      ids.push(body.id);
    }
    return ids;
  }

  test('one more is refused until one is revoked or expires, whoever asks at the same time', {
    timeout: 30_000,
  }, async () => {
    const [first = ''] = await fill();
    expectError(await issue(service, organizationId, owner), 'BAD_REQUEST');
    bodyOf(await revoke(service, organizationId, owner, first));

    const answers = await Promise.all([1, 2, 3].map(() => issue(service, organizationId, owner)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expectError(await issue(service, organizationId, owner), 'BAD_REQUEST');
    service.clock.advance(DAY_MS);
    expect(await issue(service, organizationId, owner)).toMatchObject({ status: 201 });
  });
});

test('keys are listed newest first, page by page, those that have ended too, and no other organization’s', async () => {
  const viewer = await service.member(organizationId, 'viewer');
  const first = await issueKey(service, organizationId, owner, { expiresAt: at(1_000) });
  service.clock.advance(1_000);
  const second = await issueKey(service, organizationId, owner);
  await service.organization();
  const revoked = bodyOf(await revoke(service, organizationId, owner, second.key.id));

  const page = await listed(service, organizationId, viewer, '?limit=2');
  expect(page.data).toEqual([revoked, first.key]);
  const rest = await listed(service, organizationId, viewer, `?limit=2&cursor=${page.nextCursor}`);
  expect(rest.data).toMatchObject([{ id: of.key.id }]);
  expect(rest).not.toHaveProperty('nextCursor');
  expect(JSON.stringify([page, rest])).not.toContain('publicKey');
});

test('a cursor of another organization is refused', async () => {
  await issueKey(service, organizationId, owner);
  const { nextCursor } = await listed(service, organizationId, owner, '?limit=1');
  const other = await service.organization();
  const stranger = await service.member(other.organizationId, 'owner');
  const answer = await service.get(`${keysPath(other.organizationId)}?cursor=${nextCursor}`, stranger);
  expect(faultsOf(answer)).toEqual(['cursor: unrecognized']);
});

test('nobody issues keys for an organization that is suspended meanwhile', async () => {
  const slow = service.process(async ({ name }, send) => {
    if (name === 'BatchGet') await suspendOnce();
    return send();
  });
  let calls = 0;
  // The first read is the door's; the decision's comes next.
  const suspendOnce = async () => {
    calls += 1;
    if (calls === 2) await suspend(service.runtime, organizationId);
  };
  expectError(await issue(slow, organizationId, owner), 'ACCOUNT_BLOCKED');
});
