import { beforeEach, describe, expect, test } from 'vitest';
import { revokeApiKey } from '../../../../../shared/approvals/revoke-api-key.ts';
import { apiKeyRef } from '../../../../../shared/identity/api-key.ts';
import type { ClaimDetails } from '../../../../../shared/payouts/links/claims/claim-results.ts';
import { noteWaiting } from '../../../../../shared/payouts/links/note-waiting.ts';
import { storedItems } from '../../../../support/answers.ts';
import { findingsOf } from '../../../../support/findings-of.ts';
import { bodyOf, recipientBody, settle } from '../../../../support/journey.ts';
import { TestService } from '../../../../support/service.ts';
import {
  approvalOf,
  balanceOf,
  type Guarded,
  guarded,
  storedApproval,
  told,
  vote,
  work,
} from '../../../approvals/support.ts';
import { type Links, linksOf, payeeOf, typed } from '../support.ts';

const dayMs = 24 * 60 * 60 * 1000;

let service: TestService;
let all: Guarded;
let links: Links;
let payoutLinkId: string;

/** A link of 100.00 whose organization asks for votes above 50.00 since. */
beforeEach(async () => {
  service = await TestService.start();
  all = await guarded(service);
  links = linksOf(service, all.of);
  await all.control({ approvals: undefined });
  ({ payoutLinkId } = await links.create({ expiresAt: new Date(service.clock.now + 30 * dayMs).toISOString() }));
  await all.control({ approvals: all.rules });
});

const payee = (browser?: string) => payeeOf(service, links, payoutLinkId, browser);
const later = (code: string) => ({ kind: 'later', code });
const link = () => links.get(payoutLinkId);
const approvals = () => storedItems(service, 'approval');

/** The first claim. @returns the approval that it asks for */
async function askedFor(details?: ClaimDetails): Promise<string> {
  expect(await payee().finish(details)).toEqual(later('pending_approval'));
  const { approvalId } = await link();
  if (approvalId === undefined) throw new Error('nobody was asked');
  return approvalId;
}

async function agree(approvalId: string): Promise<void> {
  bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
  await work(service, all.of, approvalId);
}

describe('the first claim above a threshold that was set since', () => {
  test('asks for a vote on what was typed, and is paid once people agree and the payee comes back', async () => {
    const approvalId = await askedFor();
    expect(await approvalOf(service, all.of, approvalId)).toMatchObject({
      kind: 'payout_link_claim',
      status: 'pending',
      initiator: { apiKeyId: all.of.key.id },
      payoutLinkClaim: {
        payoutLinkId,
        amount: '100.00',
        largestDebit: { amount: '100.00', currency: 'USD' },
        recipient: {
          name: 'Grace Hopper',
          country: 'DE',
          method: { currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
        },
      },
    });
    expect(await link()).toMatchObject({ status: 'open', waitingFor: { code: 'pending_approval' } });
    expect(await balanceOf(service, all.of)).toEqual({ available: '900.00', held: '100.00' });
    expect(await storedItems(service, 'recipient')).toHaveLength(1);
    await agree(approvalId);
    expect(await link()).not.toHaveProperty('waitingFor');
    expect(await payee().view()).toMatchObject({ kind: 'open' });
    expect(await payee().finish()).toMatchObject({ kind: 'claimed', payout: { approvalId, sourceAmount: 100_00n } });
    expect(await link()).toMatchObject({ status: 'claimed', approvalId });
    expect(await balanceOf(service, all.of)).toEqual({ available: '900.00', held: '0.00' });
    expect(await told(service, all.of)).toEqual([
      'payout_link.created',
      'payout_approval.requested',
      'payout_approval.executed',
      'payout_link.claimed',
      'payout.pending',
    ]);
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('lets nobody claim it while people vote, whatever they type', async () => {
    await askedFor();
    expect(await payee().view()).toEqual(later('pending_approval'));
    expect(await payee('other').finish(typed({ name: 'Alan Turing' }))).toEqual(later('pending_approval'));
    expect(await payee().finish()).toEqual(later('pending_approval'));
    expect(await approvals()).toHaveLength(1);
    expect((await storedItems(service, 'mail')).length).toBe(1);
  });

  test('is not paid to an account that nobody voted on', async () => {
    await agree(await askedFor());
    const other = typed({ recipientDetails: recipientBody({ serial: 7 }).method.recipientDetails });
    expect(await payee('thief').finish(other)).toEqual(later('other_details'));
    expect(await payee('thief').finish(typed({ name: 'Alan Turing' }))).toEqual(later('other_details'));
    expect((await link()).waitingFor?.code).toBe('other_details');
    expect(await payee().finish()).toMatchObject({ kind: 'claimed' });
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('is canceled where a voter says no, and gives its hold back', async () => {
    const approvalId = await askedFor();
    bodyOf(await vote(service, all.of, approvalId, all.voter(0), 'reject'));
    expect(await link()).toMatchObject({ status: 'canceled', canceledBecause: 'approval_rejected', approvalId });
    expect(await payee().finish()).toEqual({ kind: 'unusable' });
    expect(await balanceOf(service, all.of)).toEqual({ available: '1000.00', held: '0.00' });
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('asks anew once the vote has expired, and not sooner', async () => {
    const first = await askedFor();
    await work(service, all.of, first);
    expect((await approvalOf(service, all.of, first)).status).toBe('expired');
    expect(await link()).not.toHaveProperty('waitingFor');
    const second = await askedFor();
    expect(second).not.toBe(first);
    await agree(second);
    expect(await payee().finish()).toMatchObject({ kind: 'claimed', payout: { approvalId: second } });
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('asks once a day at most, also where the vote ends early', async () => {
    const first = await askedFor();
    await all.control({ approvals: { ...all.rules, approvers: all.rules.approvers.slice(0, 1), quorum: 2 } });
    bodyOf(await vote(service, all.of, first, all.voter(0)));
    await all.control({ approvals: all.rules });
    await links.cancel((await links.create({ amount: '10.00' })).payoutLinkId);
    service.clock.advance(dayMs - 1);
    expect(await payee().finish()).toMatchObject({ kind: 'later' });
    expect(await approvals()).toHaveLength(1);
  });

  test('is paid without a vote where the threshold was raised after one that came to nothing', async () => {
    const first = await askedFor();
    await work(service, all.of, first);
    await all.control({ approvals: { ...all.rules, threshold: 100_00n } });
    const done = await payee().finish();
    expect(done).toMatchObject({ kind: 'claimed' });
    expect(done.kind === 'claimed' && done.payout).not.toHaveProperty('approvalId', first);
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('says later where too few could vote, and tells the owners', async () => {
    await all.control({ approvals: { ...all.rules, quorum: 4 } });
    expect(await payee().finish()).toEqual(later('too_few_voters'));
    expect(await payee().finish()).toEqual(later('too_few_voters'));
    expect((await link()).waitingFor?.code).toBe('too_few_voters');
    expect(await storedItems(service, 'mail')).toMatchObject([{ roles: ['owner'] }]);
    expect(await approvals()).toEqual([]);
  });

  test('of two at once one asks', async () => {
    const both = await Promise.all([payee('one').finish(), payee('two').finish(typed({ name: 'Alan Turing' }))]);
    expect(both).toEqual([later('pending_approval'), later('pending_approval')]);
    expect(await approvals()).toHaveLength(1);
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('is not asked for where its link has a vote already', async () => {
    const { approvalId } = await links.ask({ amount: '60.00' });
    await agree(approvalId);
    const made = (await links.list()).data.find((one) => one.approvalId === approvalId);
    expect(await payeeOf(service, links, made?.payoutLinkId ?? '').finish()).toMatchObject({ kind: 'claimed' });
    expect(await approvals()).toHaveLength(1);
  });

  test('cannot be asked for in the name of a key that was revoked, although its links are kept', async () => {
    const { runtime } = service;
    const key = apiKeyRef(all.of.key.id);
    const stored = await runtime.store.get(key);
    if (!stored) throw new Error('there is no key');
    await runtime.store.put(key.entity, {
      ...stored,
      revokedAt: service.clock.now,
      links: 'keep',
    });
    expect(await payee().finish()).toEqual(later('UNAUTHORIZED'));
    expect(await approvals()).toEqual([]);
  });
});

describe('whoever makes a link is mailed', () => {
  const mails = () => storedItems(service, 'mail');

  test('once about votes, however many are asked for', async () => {
    await work(service, all.of, await askedFor());
    await askedFor();
    expect(await mails()).toHaveLength(1);
  });

  test('once more where nobody can ask for a vote any more', async () => {
    const { runtime } = service;
    await askedFor();
    await revokeApiKey(runtime, { organizationId: all.of.organizationId, id: all.of.key.id, links: 'keep' });
    service.clock.advance(dayMs);
    expect(await payee().finish()).toEqual(later('UNAUTHORIZED'));
    expect(await payee().finish()).toEqual(later('UNAUTHORIZED'));
    expect(await mails()).toHaveLength(2);
  });
});

describe('a vote on a claim', () => {
  test('is not by people who were shown an address of the link, nor at quorum 1 by those who invited them', async () => {
    const path = `/payments/organizations/${all.of.organizationId}/payout-links/${payoutLinkId}/token`;
    const renewed = await service.call('POST', path, all.voter(0), { idempotencyKey: 'renewed', body: {} });
    expect(bodyOf(renewed)).toMatchObject({ url: expect.any(String) });
    const approvalId = await askedFor();
    const { electorate } = await storedApproval(service, all.of, approvalId);
    expect(electorate).toEqual(all.voters.slice(1).map(({ userId }) => userId));
    expect((await vote(service, all.of, approvalId, all.voter(0))).status).toBe(403);
  });

  test('is over where somebody notes too late that a payee waits for it', async () => {
    const approvalId = await askedFor();
    await agree(approvalId);
    await noteWaiting(service.runtime, await links.stored(payoutLinkId), 'pending_approval');
    expect(await link()).not.toHaveProperty('waitingFor');
  });

  test('fails where the link was canceled meanwhile', async () => {
    const approvalId = await askedFor();
    await links.cancel(payoutLinkId);
    await agree(approvalId);
    expect(await storedApproval(service, all.of, approvalId)).toMatchObject({
      status: 'failed',
      failureReason: 'CONFLICT',
    });
    expect(await balanceOf(service, all.of)).toEqual({ available: '1000.00', held: '0.00' });
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('pays nothing by itself', async () => {
    await agree(await askedFor());
    await settle(service);
    expect(await storedItems(service, 'payout')).toEqual([]);
    expect(await link()).toMatchObject({ status: 'open' });
  });

  test('excludes whoever answers for the key that made the link', async () => {
    const { electorate } = await storedApproval(service, all.of, await askedFor());
    expect(electorate).toEqual(all.voters.map(({ userId }) => userId));
    expect(electorate).not.toContain(all.of.key.issuedBy);
  });
});
