import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { storedItems } from '../../support/answers.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { bodyOf, readFeed, settle } from '../../support/journey.ts';
import { LinkScene } from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const payee = { payeeName: 'Grace Hopper', payeeEmail: 'Grace@Example.com' };
const address = 'grace@example.com';
let scene: LinkScene;

describe('in the sandbox a new address', () => {
  beforeEach(async () => {
    scene = await LinkScene.start();
  });

  test('is shown, mailed to nobody, and ends the one before', async () => {
    const made = await scene.made(payee);
    const { url } = bodyOf(await scene.renew(made.payoutLinkId));
    expect([await scene.opens(made.url), await scene.opens(url)]).toEqual([404, 200]);
    expect(await scene.mailed(address)).toEqual([]);
    expect(await scene.claim(url)).toMatchObject({ status: 303 });
    expect(await findingsOf(scene.service, scene.of)).toEqual([]);
  });

  test('is made three times at most', async () => {
    const { payoutLinkId } = await scene.made();
    for (let time = 0; time < 3; time += 1) bodyOf(await scene.renew(payoutLinkId));
    expect((await scene.renew(payoutLinkId)).body.type).toBe('BAD_REQUEST');
  });

  test('that is asked for again under its key is the same', async () => {
    const { payoutLinkId } = await scene.made();
    const options = { idempotencyKey: randomUUID() };
    const first = bodyOf(await scene.renew(payoutLinkId, scene.of, options));
    expect(bodyOf(await scene.renew(payoutLinkId, scene.of, options))).toEqual(first);
    expect(await scene.opens(first.url)).toBe(200);
  });

  test('ends a price that was shown under the one before', async () => {
    const made = await scene.made();
    bodyOf(await scene.renew(made.payoutLinkId));
    expect((await scene.claim(made.url).catch(() => ({ status: 404 }))).status).toBe(404);
  });

  test.each(['canceled', 'claimed', 'expired'] as const)('is not made for a link that is %s', async (status) => {
    const { payoutLinkId, url } = await scene.made();
    if (status === 'canceled') bodyOf(await scene.cancel(payoutLinkId));
    if (status === 'claimed') await scene.claim(url);
    // The clock ends a link, before any worker does.
    if (status === 'expired') scene.service.clock.advance(30 * DAY_MS);
    const refused = bodyOf(await scene.renew(payoutLinkId), 409);
    expect(refused).toMatchObject({ type: 'CONFLICT', detail: `the payout link is ${status}` });
  });

  test('is shown for a link that people voted on', async () => {
    const voters = await Promise.all([1, 2].map(() => scene.service.member(scene.of.organizationId, 'operator')));
    await scene.approvals(voters, 50_00n);
    const link = await votedOn(voters[0]);
    expect(await scene.mailed(address)).toEqual([]);
    expect(await scene.opens(bodyOf(await scene.renew(link.payoutLinkId)).url)).toBe(200);
  });
});

/** The link of an approval that somebody voted for. */
async function votedOn(voter: Awaited<ReturnType<LinkScene['service']['member']>> | undefined) {
  const { approvalId } = bodyOf(await scene.create(payee), 202);
  const approvals = `/payments/organizations/${scene.of.organizationId}/payouts/approvals`;
  if (!voter) throw new Error('nobody votes');
  bodyOf(await scene.service.post(`${approvals}/${approvalId}/approve`, voter, undefined));
  await settle(scene.service);
  const { data } = bodyOf(await scene.service.get(scene.path, scene.of));
  return data.find((link: { readonly approvalId?: string }) => link.approvalId === approvalId);
}

describe('in a live organization a new address', () => {
  beforeEach(async () => {
    scene = await LinkScene.start('live');
  });

  test('is mailed to the payee and shown to nobody', async () => {
    const made = await scene.made({ ...payee, note: 'Your prize', reference: 'prize-7' });
    expect(await scene.mailed(address)).toEqual([]);
    const renewed = bodyOf(await scene.renew(made.payoutLinkId));
    expect(renewed).not.toHaveProperty('url');
    const [url = ''] = await scene.mailed(address);
    expect([await scene.opens(made.url), await scene.opens(url)]).toEqual([404, 200]);
    const [mail] = scene.mailer.sent;
    expect(`${mail?.subject} ${mail?.text}`).toContain('Example has a payment for you');
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/prize|Grace|100/i);
    const secret = url.split('.').at(-1);
    expect(JSON.stringify([await storedItems(scene.service), await readFeed(scene.service, scene.of)])).not.toContain(
      secret,
    );
  });

  test('is shown for a link that has no address of its payee', async () => {
    const { payoutLinkId } = await scene.made();
    expect(await scene.opens(bodyOf(await scene.renew(payoutLinkId)).url)).toBe(200);
  });

  test('is mailed once where it is asked for twice at once', async () => {
    const { payoutLinkId } = await scene.made(payee);
    const options = { idempotencyKey: randomUUID() };
    await Promise.all([scene.renew(payoutLinkId, scene.of, options), scene.renew(payoutLinkId, scene.of, options)]);
    expect(await scene.mailed(address)).toHaveLength(1);
  });

  test('is mailed to one address three times a day, whichever organizations ask, and the refused one changes nothing', async () => {
    const first = await scene.made(payee);
    for (let time = 0; time < 3; time += 1) bodyOf(await scene.renew(first.payoutLinkId));
    scene.of = await scene.live();
    const other = await scene.made({ payeeName: 'Grace', payeeEmail: 'grace+work@example.com' });
    const refused = await scene.renew(other.payoutLinkId);
    expect(refused).toMatchObject({ status: 429, body: { type: 'RATE_LIMITED' } });
    expect(await scene.opens(other.url)).toBe(200);
    scene.service.clock.advance(Number(refused.headers['retry-after']) * 1000);
    bodyOf(await scene.renew(other.payoutLinkId));
    expect(await scene.mailed('grace+work@example.com')).toHaveLength(1);
    expect(await scene.mailed(address)).toHaveLength(3);
  });

  test('comes to the payee with the vote, and to nobody else', async () => {
    const voters = await Promise.all([1, 2].map(() => scene.service.member(scene.of.organizationId, 'operator')));
    await scene.approvals(voters, 50_00n);
    const link = await votedOn(voters[0]);
    expect(link).toMatchObject({ status: 'open', approvalId: expect.any(String) });
    const [url = ''] = await scene.mailed(address);
    expect(scene.mailer.reached).toEqual([address]);
    expect(await scene.opens(url)).toBe(200);
    expect(bodyOf(await scene.renew(link.payoutLinkId))).not.toHaveProperty('url');
    const [, newest = ''] = await scene.mailed(address);
    expect([await scene.opens(url), await scene.opens(newest)]).toEqual([404, 200]);
    expect(await findingsOf(scene.service, scene.of)).toEqual([]);
  });

  test('waits for a new one where the payee had too many mails on the day of the vote', async () => {
    const earlier = await scene.made({ ...payee, amount: '20.00' });
    for (let time = 0; time < 3; time += 1) bodyOf(await scene.renew(earlier.payoutLinkId));
    const voters = await Promise.all([1, 2].map(() => scene.service.member(scene.of.organizationId, 'operator')));
    await scene.approvals(voters, 50_00n);
    const link = await votedOn(voters[0]);
    expect(await scene.mailed(address)).toHaveLength(3);
    scene.service.clock.advance(DAY_MS);
    bodyOf(await scene.renew(link.payoutLinkId));
    const urls = await scene.mailed(address);
    expect(urls).toHaveLength(4);
    expect(await scene.opens(urls.at(-1) ?? '')).toBe(200);
  });
});
