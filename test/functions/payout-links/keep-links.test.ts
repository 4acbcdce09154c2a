import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditRows, expectError } from '../../support/answers.ts';
import { beforeFirst, lostAnswer } from '../../support/faults.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { bodyOf, pathOf, readLedger, settle } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import type { Answer, CallOptions, Credentials, TestSession } from '../../support/service.ts';
import { issueKey, rotateKey } from '../api-keys/support.ts';
import { LinkScene } from './support.ts';

let scene: LinkScene;
let owner: TestSession;
let key: Credentials;

const write = { scopes: ['read', 'write'] };

beforeEach(async () => {
  scene = await LinkScene.start();
  owner = await scene.service.member(scene.of.organizationId, 'owner');
  scene.service.clock.advance(1);
  key = await issueKey(scene.service, scene.of.organizationId, owner, write);
});

const organizationPath = () => `/organizations/${scene.of.organizationId}`;
const end = (what: string, query: string, options: CallOptions = {}, of = scene.service): Promise<Answer> =>
  of.call('DELETE', `${organizationPath()}/${what}${query}`, owner, options);
const revoke = (query = '', options: CallOptions = {}, of = scene.service) =>
  end(`api-keys/${key.key.id}`, query, options, of);
const remove = ({ userId }: TestSession, query = '') => end(`members/${userId}`, query);
const statusOf = async ({ payoutLinkId }: Answer['body']) => (await scene.read(payoutLinkId)).status;
const releasesOf = async ({ payoutLinkId }: Answer['body']) =>
  (await readLedger(scene.service, scene.of)).filter(
    (row) => row.type === 'hold_release' && row.payoutLinkId === payoutLinkId,
  );
const links = (row: Answer['body']) => ({ action: row.action, outcome: row.outcome, links: row.links });

/** The link was canceled, its hold was given back once, and nobody is paid by it. */
async function expectCanceled(link: Answer['body']): Promise<void> {
  await settle(scene.service);
  expect(await scene.read(link.payoutLinkId)).toMatchObject({
    status: 'canceled',
    canceledBecause: 'creator_removed',
  });
  expect(await releasesOf(link)).toHaveLength(1);
  expect(await scene.opens(link.url)).toBe(404);
  expect(await findingsOf(scene.service, scene.of)).toEqual([]);
}

/** The link stays open while due work is done. Then somebody claims it and is paid. */
async function expectPays(link: Answer['body']): Promise<void> {
  await settle(scene.service);
  expect(await statusOf(link)).toBe('open');
  expect(await scene.claim(link.url)).toMatchObject({ status: 303 });
  scene.service.clock.advance(60_000);
  await settle(scene.service);
  const { status, payoutId } = await scene.read(link.payoutLinkId);
  expect(status).toBe('claimed');
  expect(bodyOf(await scene.service.get(`${pathOf(scene.of)}/orders/${payoutId}`, scene.of)).status).toBe('completed');
  expect(await releasesOf(link)).toHaveLength(1);
  expect(await findingsOf(scene.service, scene.of)).toEqual([]);
}

describe('a key that is revoked', () => {
  test('with its links kept ends, and a link of it is claimed afterwards and pays', async () => {
    const link = await scene.made({}, key);
    expect(bodyOf(await revoke('?links=keep'))).toMatchObject({ id: key.key.id, links: 'keep' });
    expectError(await scene.service.get(scene.path, key), 'UNAUTHORIZED');
    await expectPays(link);
    const rows = (await auditRows(scene.service, scene.of)).map(links);
    expect(rows).toContainEqual({ action: 'api_key.revoke', outcome: 'succeeded', links: 'keep' });
  });

  test('without it loses them: a claim is refused at once, and the hold is released once', async () => {
    const [claimed, left] = [await scene.made({}, key), await scene.made({ amount: '50.00' }, key)];
    expect(bodyOf(await revoke())).not.toHaveProperty('links');
    expect((await scene.claim(claimed.url)).status).toBe(400);
    await expectCanceled(claimed);
    await expectCanceled(left);
    expect(await scene.balance()).toEqual({ available: '1000.00', held: '0.00' });
  });

  test('again without keeping them stays as it is, and so do its links', async () => {
    const link = await scene.made({}, key);
    const first = bodyOf(await revoke('?links=keep'));
    expect(bodyOf(await revoke())).toEqual(first);
    await expectPays(link);
  });

  test('again, and keeping them too late, has lost them', async () => {
    const link = await scene.made({}, key);
    const first = bodyOf(await revoke());
    expect(bodyOf(await revoke('?links=keep'))).toEqual(first);
    expect((await scene.claim(link.url)).status).toBe(400);
    await expectCanceled(link);
  });

  test.each(['', '?links=keep'])('by two requests at once is told what the first one said ("%s")', async (first) => {
    const link = await scene.made({}, key);
    const slow = scene.service.process(beforeFirst('TransactWrite', () => revoke(first)));
    const answer = bodyOf(await revoke(first === '' ? '?links=keep' : '', {}, slow));
    if (first === '') {
      expect(answer).not.toHaveProperty('links');
      await expectCanceled(link);
    } else {
      expect(answer.links).toBe('keep');
      await expectPays(link);
    }
  });

  test('by a process that hears nothing of its commit keeps them all the same, and its retry is told so', async () => {
    const link = await scene.made({}, key);
    let lost = false;
    const dying = scene.service.process(async (call, send) => {
      const answer = await send();
      const isRevocation = call.name === 'TransactWrite' && JSON.stringify(call.input).includes(key.key.id);
      if (!isRevocation || lost) return answer;
      lost = true;
      throw lostAnswer();
    });
    const options = { idempotencyKey: randomUUID() };
    await revoke('?links=keep', options, dying);
    expect(lost).toBe(true);
    expect(bodyOf(await revoke('?links=keep', options))).toMatchObject({ links: 'keep' });
    await expectPays(link);
  });

  test.each(['?links=keep', ''])(
    'is answered the same under its idempotency key, whatever is said then ("%s")',
    async (said) => {
      const options = { idempotencyKey: randomUUID() };
      const link = await scene.made({}, key);
      const first = bodyOf(await revoke('?links=keep', options));
      const again = await revoke(said, options);
      expect(again).toMatchObject({ status: 200, body: first, headers: { 'idempotency-replayed': 'true' } });
      await expectPays(link);
    },
  );

  test('keeps the links of the keys that it was rotated to, and no others', async () => {
    const next = await rotateKey(scene.service, key.key.id, owner);
    const link = await scene.made({}, next);
    bodyOf(await revoke('?links=keep'));
    const other = await issueKey(scene.service, scene.of.organizationId, owner, write);
    const lost = await scene.made({ amount: '50.00' }, other);
    bodyOf(await end(`api-keys/${other.key.id}`, ''));
    await expectCanceled(lost);
    await expectPays(link);
  });

  test('leaves kept links to their expiry, which releases the hold once, and to being canceled', async () => {
    const expiresAt = new Date(scene.service.clock.now + 2 * 60 * 60 * 1000).toISOString();
    const [expiring, canceled] = [
      await scene.made({ expiresAt }, key),
      await scene.made({ amount: '50.00', expiresAt }, key),
    ];
    bodyOf(await revoke('?links=keep'));
    bodyOf(await scene.cancel(canceled.payoutLinkId));
    scene.service.clock.advance(3 * 60 * 60 * 1000);
    await settle(scene.service);
    expect(await statusOf(expiring)).toBe('expired');
    expect(await releasesOf(expiring)).toHaveLength(1);
    expect(await scene.balance()).toEqual({ available: '1000.00', held: '0.00' });
  });

  test('still ends the links that people were to vote on', async () => {
    const voters = [owner, await scene.service.member(scene.of.organizationId, 'operator')];
    await scene.approvals(voters, 50_00n);
    const answer = await scene.create({ payeeName: 'Grace Hopper', payeeEmail: 'grace@example.com' }, key);
    const { approvalId } = bodyOf(answer, 202);
    bodyOf(await revoke('?links=keep'));
    await settle(scene.service);
    const approvals = bodyOf(await scene.service.get(`${pathOf(scene.of)}/payouts/approvals`, owner)).data;
    expect(approvals).toEqual([expect.objectContaining({ approvalId, status: 'failed' })]);
    expect(await scene.balance()).toEqual({ available: '1000.00', held: '0.00' });
  });
});

describe('a member who is removed', () => {
  let person: TestSession;

  beforeEach(async () => {
    person = await scene.service.member(scene.of.organizationId, 'admin');
  });

  const joinAgain = () => scene.service.member(scene.of.organizationId, 'admin', person.userId);

  test('with their links kept leaves one that is claimed afterwards and pays', async () => {
    const link = await scene.made({}, person);
    bodyOf(await remove(person, '?links=keep'));
    await expectPays(link);
    const rows = (await auditRows(scene.service, scene.of)).map(links);
    expect(rows).toContainEqual({ action: 'member.remove', outcome: 'succeeded', links: 'keep' });
  });

  test('without it loses them: a claim is refused at once, and the hold is released once', async () => {
    const link = await scene.made({}, person);
    bodyOf(await remove(person));
    expect((await scene.claim(link.url)).status).toBe(400);
    await expectCanceled(link);
  });

  test('again, after joining anew, loses the later links and not those that were kept', async () => {
    const kept = await scene.made({}, person);
    bodyOf(await remove(person, '?links=keep'));
    person = await joinAgain();
    const lost = await scene.made({ amount: '50.00' }, person);
    bodyOf(await remove(person));
    await expectCanceled(lost);
    await joinAgain();
    await expectPays(kept);
  });

  test('again, with links kept this time, does not get back those that were lost', async () => {
    const lost = await scene.made({}, person);
    bodyOf(await remove(person));
    person = await joinAgain();
    const kept = await scene.made({ amount: '50.00' }, person);
    bodyOf(await remove(person, '?links=keep'));
    expect((await scene.claim(lost.url)).status).toBe(400);
    await expectCanceled(lost);
    await expectPays(kept);
  });

  test('at most twenty times with links kept', async () => {
    for (let count = 0; count < 20; count += 1) {
      bodyOf(await remove(person, '?links=keep'));
      person = await joinAgain();
    }
    expectError(await remove(person, '?links=keep'), 'BAD_REQUEST');
    bodyOf(await remove(person));
  });

  test('by operators keeps them if these say so', async () => {
    const link = await scene.made({}, person);
    const { organizationId } = scene.of;
    const added = { userId: 'newcomer', email: 'newcomer@example.com', role: 'owner', reason: 'called back' };
    await performed(scene.service, 'members', {
      ...added,
      organizationId,
      replaces: person.userId,
      keys: 'revoke',
      links: 'keep',
    });
    await expectPays(link);
  });
});

describe('a member who is removed with more keys than one commit ends', () => {
  /** Enough that a second removal before the worker leaves some of them, too. */
  const many = 45;
  let person: TestSession;
  let last: Credentials;

  beforeEach(async () => {
    person = await scene.service.member(scene.of.organizationId, 'admin');
    for (let count = 0; count < many; count += 1) {
      last = await issueKey(scene.service, scene.of.organizationId, person, write);
    }
  });

  test('keeps the links of all of them, before and after a worker has ended the rest', async () => {
    const [first, second] = [await scene.made({}, last), await scene.made({ amount: '50.00' }, last)];
    bodyOf(await remove(person, '?keys=revoke&links=keep'));
    expect(await scene.claim(first.url)).toMatchObject({ status: 303 });
    await expectPays(second);
  });

  test('loses the links of all of them otherwise, also where they are removed again with links kept', async () => {
    const lost = await scene.made({}, last);
    bodyOf(await remove(person, '?keys=revoke'));
    scene.service.clock.advance(1);
    const again = await scene.service.member(scene.of.organizationId, 'admin', person.userId);
    bodyOf(await remove(again, '?keys=revoke&links=keep'));
    await expectCanceled(lost);
  });

  test('keeps them also where they are removed again before the worker, without links kept', async () => {
    const kept = await scene.made({}, last);
    bodyOf(await remove(person, '?keys=revoke&links=keep'));
    scene.service.clock.advance(1);
    const again = await scene.service.member(scene.of.organizationId, 'admin', person.userId);
    const lost = await scene.made({ amount: '50.00' }, again);
    bodyOf(await remove(again, '?keys=revoke'));
    await expectCanceled(lost);
    await expectPays(kept);
  });
});

describe('what becomes of links', () => {
  test.each(['?links=', '?links=cancel', '?links=KEEP', '?links=keep&links=keep', '?links=keep,keep', '?link=keep'])(
    'is VALIDATION_ERROR as "%s", and nothing changes',
    async (query) => {
      const person = await scene.service.member(scene.of.organizationId, 'admin');
      const [byKey, byPerson] = [await scene.made({}, key), await scene.made({ amount: '50.00' }, person)];
      expectError(await revoke(query), 'VALIDATION_ERROR');
      expectError(await remove(person, query), 'VALIDATION_ERROR');
      await settle(scene.service);
      expect([await statusOf(byKey), await statusOf(byPerson)]).toEqual(['open', 'open']);
      bodyOf(await scene.service.get(scene.path, key));
      bodyOf(await scene.service.get(scene.path, person));
    },
  );

  test('is not for a key to say, nor for a member who may not revoke', async () => {
    const path = `${organizationPath()}/api-keys/${key.key.id}?links=keep`;
    const operator = await scene.service.member(scene.of.organizationId, 'operator');
    for (const thief of [key, operator]) {
      const answer = await scene.service.call('DELETE', path, thief, { idempotencyKey: randomUUID() });
      expect([401, 403]).toContain(answer.status);
    }
    bodyOf(await scene.service.get(scene.path, key));
  });
});
