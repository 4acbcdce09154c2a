import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { revokeApiKey } from '../../../shared/approvals/revoke-api-key.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import { cancelLinksOf } from '../../../shared/payouts/links/ending/cancel-links-of.ts';
import { expirePayoutLink } from '../../../shared/payouts/links/ending/expire-payout-link.ts';
import { PayoutLinkEntity } from '../../../shared/payouts/links/payout-link.ts';
import { PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import { rememberingRail } from '../../../shared/providers/sandbox/payouts/remembering-rail.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { storedApproval, vote } from '../../shared/approvals/support.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { workOf } from '../../shared/journal/due/support.ts';
import { payeeOf, startLinks } from '../../shared/payouts/links/support.ts';
import { storedItems } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { createTestTable } from '../../support/dynamodb.ts';
import { wrap } from '../../support/faults.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { bodyOf, pathOf, readFeed, readLedger, settle } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { Payee } from '../../support/payout-links/payee.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';
import { TestService } from '../../support/service.ts';

const hourMs = 60 * 60 * 1000;

let table: Awaited<ReturnType<typeof createTestTable>>;
let memory: Awaited<ReturnType<typeof createTestTable>>;
let service: TestService;
let links: Awaited<ReturnType<typeof startLinks>>;
let restorePoint: number;
let backup: Awaited<ReturnType<typeof takeBackup>>;

async function start() {
  [table, memory] = [await createTestTable(), await createTestTable()];
  const payouts = { sandbox: rememberingRail(createStore(memory)) };
  const rails = (mode: string) => (mode === 'sandbox' ? { ...sandboxRails, payouts } : undefined);
  service = await TestService.start({ rails }, table);
  links = await startLinks(service);
}

beforeEach(start);

async function backUp() {
  restorePoint = service.clock.now;
  backup = await takeBackup(service.runtime.store);
  service.clock.advance(10_000);
}

async function restore() {
  await restoreBackup(service.runtime.store, backup);
  service.hints.take();
  service.clock.advance(hourMs);
}

interface Wish {
  readonly settle?: true;
  readonly release?: true;
}

/** A whole run of the check, page by page. */
async function check(wish: Wish = {}, of: Pick<TestService, 'runtime'> = service): Promise<string[]> {
  service.clock.advance(10_000);
  const input = { since: timestamp(restorePoint), ...wish };
  const findings: string[] = [];
  for (let progress: unknown; ; ) {
    const page = await performed(of, 'restore-check', { ...input, ...(progress !== undefined && { progress }) });
    findings.push(...page.findings);
    if (page.progress === undefined) return findings;
    progress = page.progress;
  }
}

/** A request for a link over the API, and how to send it again. */
async function request(body: object = {}) {
  const idempotencyKey = randomUUID();
  const sent = { amount: '100.00', currency: 'USD', amountLeg: 'source', ...body };
  const again = () => service.post(`${pathOf(links.of)}/payout-links`, links.of, sent, { idempotencyKey });
  const { url, ...made } = bodyOf(await again(), 201);
  return { payoutLinkId: made.payoutLinkId as string, made, again };
}

/** Claims a link, and lets its payout be sent. */
async function claimAndSend(payoutLinkId: string): Promise<string> {
  const claimed = await payeeOf(service, links, payoutLinkId).finish();
  if (claimed.kind !== 'claimed') throw new Error(`the link was not claimed: ${claimed.kind}`);
  await settle(service);
  return claimed.payout.payoutId;
}

const balance = async () => {
  const { available, held } = bodyOf(await service.get(`${pathOf(links.of)}/balance`, links.of));
  return { available, held };
};
const payments = async () => (await takeBackup(memory)).map(({ key }) => key);
const rowsOf = async (payoutLinkId: string) =>
  (await readLedger(service, links.of)).filter((row) => row.payoutLinkId === payoutLinkId).map(({ type }) => type);

describe('a link that was claimed and paid after the restore point', () => {
  test('is claimed again by the payout that comes back, and its hold is released once', async () => {
    const { payoutLinkId } = await request();
    await backUp();
    const payoutId = await claimAndSend(payoutLinkId);
    const before = await balance();
    await restore();
    expect(await check()).toEqual([expect.stringContaining(`${payoutId}: the rail has it`)]);
    expect(await check({ settle: true })).toEqual([]);
    expect(await check({ settle: true, release: true })).toEqual([]);
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'claimed', payoutId });
    expect(await rowsOf(payoutLinkId)).toEqual(['hold', 'hold_release']);
    expect(await balance()).toEqual(before);
    expect(await findingsOf(service, links.of)).toEqual([]);
    const types = (await readFeed(service, links.of)).slice(-3).map(({ type }) => type);
    expect(types).toEqual(['payout_link.claimed', 'payout.pending', 'payout.completed']);
    await settle(service);
    expect(await payments()).toEqual([payoutId]);
  });

  test('shows its payout to the browser that claimed it, and to no other', async () => {
    const { payoutLinkId } = await request();
    await backUp();
    const payoutId = await claimAndSend(payoutLinkId);
    await restore();
    await check({ settle: true, release: true });
    await check({ release: true });
    expect(await payeeOf(service, links, payoutLinkId).view()).toMatchObject({ kind: 'claimed', payout: { payoutId } });
    expect(await payeeOf(service, links, payoutLinkId, 'other').view()).toEqual({ kind: 'unusable' });
  });

  test('comes back where the balance covers it only without the hold', async () => {
    const { payoutLinkId } = await request({ amount: '1000.00' });
    await backUp();
    const payoutId = await claimAndSend(payoutLinkId);
    await restore();
    expect(await check({ settle: true })).toEqual([]);
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'claimed', payoutId });
    expect(await balance()).toEqual({ available: '0.00', held: '0.00' });
  });

  test.each([
    ['canceled', async (payoutLinkId: string) => links.cancel(payoutLinkId)],
    [
      'expired',
      async () => {
        service.clock.advance(40 * 24 * hourMs);
        await settle(service);
      },
    ],
  ])('becomes claimed where it was %s before the check: it was paid', async (_, end) => {
    const { payoutLinkId } = await request();
    await backUp();
    const payoutId = await claimAndSend(payoutLinkId);
    await restore();
    await end(payoutLinkId);
    expect((await links.get(payoutLinkId)).status).not.toBe('open');
    expect(await check({ settle: true })).toEqual([]);
    const claimed = await links.get(payoutLinkId);
    expect(claimed).toMatchObject({ status: 'claimed', payoutId });
    expect(claimed.canceledBecause).toBeUndefined();
    expect(await rowsOf(payoutLinkId)).toEqual(['hold', 'hold_release']);
    expect(await findingsOf(service, links.of)).toEqual([]);
  });

  test('comes back once, by two checks at once', async () => {
    const { payoutLinkId } = await request();
    await backUp();
    const payoutId = await claimAndSend(payoutLinkId);
    await restore();
    await Promise.all([check({ settle: true }), check({ settle: true })]);
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'claimed', payoutId });
    expect(await rowsOf(payoutLinkId)).toEqual(['hold', 'hold_release']);
    expect(await findingsOf(service, links.of)).toEqual([]);
  });
});

describe('a link that was made, claimed and paid after the restore point', () => {
  test.each(['source', 'destination'])('is written again as claimed, with the leg %s', async (amountLeg) => {
    await backUp();
    const leg = amountLeg === 'source' ? {} : { amountLeg, currency: 'EUR', amount: '50.00' };
    const { payoutLinkId, made } = await request({ ...leg, reference: 'invoice 7', note: 'for May' });
    const payoutId = await claimAndSend(payoutLinkId);
    const before = await links.get(payoutLinkId);
    const { available } = await balance();
    await restore();
    expect(await check({ settle: true })).toEqual([]);
    const { note, updatedAt, ...told } = before;
    const country = 'DE';
    expect(await links.get(payoutLinkId)).toEqual({ ...told, countries: [country], updatedAt: expect.any(String) });
    expect((await links.list({ reference: 'invoice 7' })).data).toHaveLength(1);
    expect(await balance()).toEqual({ available, held: '0.00' });
    expect(made.amount).toBe(told.amount);
    expect(await findingsOf(service, links.of)).toEqual([]);
    expect(await payeeOf(service, links, payoutLinkId).view()).toMatchObject({ kind: 'claimed', payout: { payoutId } });
  });

  test('answers the request that made it with the link, and shows no address', async () => {
    await backUp();
    const { payoutLinkId, again } = await request();
    const payoutId = await claimAndSend(payoutLinkId);
    await restore();
    await check({ settle: true });
    await check({ release: true });
    const { status, body } = await again();
    expect(status).toBe(201);
    expect(body).toMatchObject({ payoutLinkId, payoutId, status: 'claimed' });
    expect(body).not.toHaveProperty('url');
    expect((await links.list()).data).toHaveLength(1);
  });

  test('is not written where the memo tells nothing of it: a person is told, and nothing is debited', async () => {
    await backUp();
    const { payoutLinkId } = await request();
    const claimed = await payeeOf(service, links, payoutLinkId).finish();
    if (claimed.kind !== 'claimed') throw new Error('it was not claimed');
    const { organizationId } = links.of;
    const key = { organizationId, payoutId: claimed.payout.payoutId };
    const stored = await service.runtime.store.get(refTo(PayoutEntity, key));
    if (!stored) throw new Error('there is no payout');
    await service.runtime.store.put(PayoutEntity, { ...stored, linkMemo: '{"release":"another"}' });
    await settle(service);
    await restore();
    expect(await check({ settle: true })).toEqual([expect.stringContaining('cannot be written back (CONFLICT)')]);
    await performed(service, 'resume', { organizationId: links.of.organizationId });
    expect((await readLedger(service, links.of)).map(({ type }) => type)).toEqual(['deposit']);
  });
});

test('a link that was renewed and claimed in the lost time is shown at the address that it was claimed by', async () => {
  const { payoutLinkId } = await request();
  await backUp();
  const renewed = await service.post(
    `${pathOf(links.of)}/payout-links/${payoutLinkId}/token`,
    links.of,
    {},
    {
      idempotencyKey: randomUUID(),
    },
  );
  expect(renewed.status).toBe(200);
  const payoutId = await claimAndSend(payoutLinkId);
  const { tokenHash } = await links.stored(payoutLinkId);
  await restore();
  expect(await check({ settle: true })).toEqual([]);
  expect(await links.stored(payoutLinkId)).toMatchObject({ status: 'claimed', payoutId, tokenHash });
});

test('a link whose claim the restore has in part is told apart from one of another payout', async () => {
  const { payoutLinkId } = await request();
  await backUp();
  const payoutId = await claimAndSend(payoutLinkId);
  await restore();
  const found = await links.stored(payoutLinkId);
  await service.runtime.store.put(PayoutLinkEntity, { ...found, status: 'claimed', payoutId });
  expect((await check({ settle: true })).join()).toContain('cannot be written back (CONFLICT)');
});

test('a link that another payout has claimed stays with it, and a person is told', async () => {
  const { payoutLinkId } = await request();
  await backUp();
  await claimAndSend(payoutLinkId);
  await restore();
  const found = await links.stored(payoutLinkId);
  await service.runtime.store.put(PayoutLinkEntity, { ...found, status: 'claimed', payoutId: 'po_other' });
  expect(await check({ settle: true })).toEqual(
    expect.arrayContaining([expect.stringContaining('cannot be written back (CONFLICT)')]),
  );
  expect(await links.stored(payoutLinkId)).toMatchObject({ payoutId: 'po_other' });
});

describe('a link that is older than the restore and open', () => {
  const cancel = (payoutLinkId: string) =>
    service.post(`${pathOf(links.of)}/payout-links/${payoutLinkId}/cancel`, links.of, {});
  const renew = (payoutLinkId: string) =>
    service.post(
      `${pathOf(links.of)}/payout-links/${payoutLinkId}/token`,
      links.of,
      {},
      { idempotencyKey: randomUUID() },
    );

  async function restoredLink() {
    const { payoutLinkId, url } = await links.create();
    await backUp();
    await restore();
    return { payoutLinkId, path: new URL(url).pathname };
  }

  test('has a page as of an unknown token, and can be read with what it holds', async () => {
    const { payoutLinkId, path } = await restoredLink();
    expect((await new Payee(service).get(path)).status).toBe(200);
    await check();
    expect((await new Payee(service).get(path)).status).toBe(404);
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'open', held: { amount: '100.00' } });
    expect(await balance()).toEqual({ available: '900.00', held: '100.00' });
  });

  test('is not claimed by a page that was opened before', async () => {
    const { payoutLinkId } = await restoredLink();
    const payee = payeeOf(service, links, payoutLinkId);
    const priced = await payee.price();
    await check();
    expect(priced.kind === 'priced' && (await payee.claim(priced.sealedPrice)).kind).toBe('priced');
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'open' });
    expect(await payments()).toEqual([]);
  });

  test('gets no new address', async () => {
    const { payoutLinkId } = await restoredLink();
    await check();
    expect(await renew(payoutLinkId)).toMatchObject({ status: 409, body: { type: 'CONFLICT' } });
  });

  test('is canceled only once the restore is settled', async () => {
    const { payoutLinkId } = await restoredLink();
    await check();
    expect(await cancel(payoutLinkId)).toMatchObject({ status: 409, body: { type: 'CONFLICT' } });
    await check({ release: true });
    expect(bodyOf(await cancel(payoutLinkId))).toMatchObject({ status: 'canceled' });
    expect(await rowsOf(payoutLinkId)).toEqual(['hold', 'hold_release']);
  });

  test('says what links wait for, also where the restore point was mistyped first', async () => {
    const { payoutLinkId } = await restoredLink();
    const right = restorePoint;
    restorePoint = right + 1_000;
    await check();
    restorePoint = right;
    const waiting = expect.stringContaining(`--release --since ${timestamp(right + 1_000)}`);
    expect(await check({ release: true })).toEqual([waiting]);
    expect(await cancel(payoutLinkId)).toMatchObject({ status: 409 });
    restorePoint = right + 1_000;
    expect(await check({ release: true })).toEqual([]);
    expect(bodyOf(await cancel(payoutLinkId))).toMatchObject({ status: 'canceled' });
  });

  test('stays closed where an approval makes it anew, under the id that it had', async () => {
    const { payoutLinkId, path } = await restoredLink();
    await check();
    const stored = await links.stored(payoutLinkId);
    const createdAt = timestamp(service.clock.now);
    await service.runtime.store.put(PayoutLinkEntity, { ...stored, createdAt });
    expect((await new Payee(service).get(path)).status).toBe(404);
  });

  test('expires only once the restore is settled', async () => {
    const { payoutLinkId } = await restoredLink();
    await check();
    service.clock.advance(40 * 24 * hourMs);
    const expire = async () => expirePayoutLink(service.runtime, await links.hint(payoutLinkId));
    await expire();
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'open' });
    const { dueAt } = await links.hint(payoutLinkId);
    expect(dueAt).toBeGreaterThan(service.clock.now);
    await check({ release: true });
    service.clock.advance(hourMs);
    await expire();
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'expired' });
    expect(await rowsOf(payoutLinkId)).toEqual(['hold', 'hold_release']);
  });

  test('says so once the restore is settled, and mails owners and admins once for all of them', async () => {
    const others = await Promise.all([1, 2].map(() => links.create({ amount: '10.00' })));
    const { payoutLinkId } = await restoredLink();
    const { payoutLinkId: later } = await links.create({ amount: '10.00' });
    const mails = () => storedItems(service, 'mail');
    await check();
    expect(await links.get(payoutLinkId)).not.toHaveProperty('waitingFor');
    await check({ release: true });
    const at = timestamp(service.clock.now);
    for (const id of [payoutLinkId, ...others.map((one) => one.payoutLinkId)])
      expect(await links.get(id)).toMatchObject({ status: 'open', waitingFor: { code: 'restored', at } });
    expect(await links.get(later)).not.toHaveProperty('waitingFor');
    expect(await mails()).toMatchObject([
      { roles: ['owner', 'admin'], subject: expect.stringContaining('are closed') },
    ]);
    await check({ release: true });
    expect(await mails()).toHaveLength(1);
    await links.cancel(payoutLinkId);
    expect(await links.get(payoutLinkId)).not.toHaveProperty('waitingFor');
  });

  test('says so on more links than a commit can change', async () => {
    for (let made = 0; made < 120; made += 1) await links.create({ amount: '1.00' });
    await restoredLink();
    await check({ release: true });
    const stored = await storedItems(service, 'payoutLink');
    expect(stored).toHaveLength(121);
    for (const link of stored) expect(link).toMatchObject({ waitingFor: { code: 'restored' } });
    expect(await storedItems(service, 'mail')).toHaveLength(1);
  });

  test('does not close links that are made after it, nor one that was claimed before', async () => {
    const early = await links.create();
    await payeeOf(service, links, early.payoutLinkId).finish();
    await restoredLink();
    await check();
    const { payoutLinkId } = await links.create();
    expect(await payeeOf(service, links, payoutLinkId).finish()).toMatchObject({ kind: 'claimed' });
    expect(await payeeOf(service, links, early.payoutLinkId).view()).toMatchObject({ kind: 'claimed' });
  });
});

describe('a claim that people vote on', () => {
  /** An open link whose claim waits for a vote of one voter, 100.00 of 1000.00. */
  async function asked() {
    const voter = await service.member(links.of.organizationId, 'operator');
    const { payoutLinkId } = await links.create();
    const approvals = { threshold: 50_00n, quorum: 1, approvers: [voter.userId] };
    await setControls(service.runtime, links.of.organizationId, { approvals });
    const ask = async () => {
      expect(await payeeOf(service, links, payoutLinkId).finish()).toMatchObject({ kind: 'later' });
      return (await links.get(payoutLinkId)).approvalId ?? '';
    };
    return { payoutLinkId, voter, ask };
  }

  test.each(['before', 'after'])('is paid by its vote, which was asked for %s the restore point', async (moment) => {
    const { payoutLinkId, voter, ask } = await asked();
    if (moment === 'after') await backUp();
    const approvalId = await ask();
    if (moment === 'before') await backUp();
    bodyOf(await vote(service, links.of, approvalId, voter));
    await settle(service);
    const payoutId = await claimAndSend(payoutLinkId);
    const before = await balance();
    await restore();
    expect(await check({ settle: true })).toEqual([]);
    expect(await check({ settle: true, release: true })).toEqual([]);
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'claimed', payoutId, approvalId });
    expect(await balance()).toEqual(before);
    expect(await findingsOf(service, links.of)).toEqual([]);
    if (moment === 'before')
      expect(await storedApproval(service, links.of, approvalId)).toMatchObject({ status: 'executed' });
  });

  test('stays open until the restore is settled, although a voter says no', async () => {
    const { payoutLinkId, voter, ask } = await asked();
    const approvalId = await ask();
    await backUp();
    await restore();
    await check();
    bodyOf(await vote(service, links.of, approvalId, voter, 'reject'));
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'open' });
    expect(await balance()).toEqual({ available: '900.00', held: '100.00' });
    await check({ release: true });
    await links.cancel(payoutLinkId);
    expect(await findingsOf(service, links.of)).toEqual([]);
  });
});

describe('a link whose key is revoked behind a restore', () => {
  test('is canceled once the restore is settled, and not before', async () => {
    const { payoutLinkId } = await links.create();
    await backUp();
    await restore();
    await check();
    const { organizationId, key } = links.of;
    await revokeApiKey(service.runtime, { organizationId, id: key.id });
    const work = { organizationId, kind: 'payout-links' as const, resourceId: key.id };
    const cancelThose = async () => {
      service.clock.advance(hourMs);
      await cancelLinksOf(service.runtime, { ...work, dueAt: (await workOf(service.runtime, work))?.dueAt ?? 0 });
    };
    await cancelThose();
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'open' });
    expect((await workOf(service.runtime, work))?.dueAt).toBeGreaterThan(service.clock.now);
    await check({ release: true });
    await cancelThose();
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'canceled', canceledBecause: 'creator_removed' });
    expect(await findingsOf(service, links.of)).toEqual([]);
  });
});

describe('a check that dies', () => {
  /** @returns whether the check came to its end before the call */
  async function settleWith(call: number, moment: 'before' | 'after'): Promise<boolean> {
    await start();
    const { payoutLinkId } = await request();
    await backUp();
    const payoutId = await claimAndSend(payoutLinkId);
    const before = await balance();
    await restore();
    const { intercept, crashed } = crashAt({ call, moment });
    let calls = 0;
    const counting: typeof intercept = (...args) => {
      calls += 1;
      return intercept(...args);
    };
    const store = createStore({ ...table, client: wrap(table.client, counting) });
    const run = check({ settle: true }, { runtime: { ...service.runtime, store } });
    await Promise.race([run.catch(() => undefined), crashed]);
    const isEnded = calls < call;
    expect(await check({ settle: true })).toEqual([]);
    expect(await rowsOf(payoutLinkId)).toEqual(['hold', 'hold_release']);
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'claimed', payoutId });
    expect(await balance()).toEqual(before);
    expect(await findingsOf(service, links.of)).toEqual([]);
    return isEnded;
  }

  test.each(['before', 'after'] as const)('%s any of its calls is made good by the next one', async (moment) => {
    let call = 1;
    while (!(await settleWith(call, moment))) call += 1;
    expect(call).toBeGreaterThan(5);
  });
});
