import { beforeEach, describe, expect, test } from 'vitest';
import { PayoutLinkEntity } from '../../../../shared/payouts/links/payout-link.ts';
import { findingsOf } from '../../../support/findings-of.ts';
import { bodyOf } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { approvalOf, balanceOf, type Guarded, guarded, posted, told, vote, work } from '../../approvals/support.ts';
import { headOf } from '../../journal/commit/support.ts';
import { type Links, linksOf, payeeOf } from './support.ts';

let service: TestService;
let all: Guarded;
let links: Links;

beforeEach(async () => {
  service = await TestService.start();
  all = await guarded(service);
  links = linksOf(service, all.of);
});

/** The vote that is enough, and the work that it asks for. */
async function agree(approvalId: string): Promise<void> {
  bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
  await work(service, all.of, approvalId);
}

const linksNow = async () => (await links.list()).data;

describe('a payout link above an approval threshold', () => {
  test('waits for votes with its hold, and exists once they are there', async () => {
    const { approvalId } = await links.ask({ note: 'For May', reference: 'Invoice 7' });
    expect(await linksNow()).toEqual([]);
    expect(await balanceOf(service, all.of)).toEqual({ available: '900.00', held: '100.00' });
    expect(await approvalOf(service, all.of, approvalId)).toMatchObject({
      kind: 'payout_link',
      held: { amount: '100.00', currency: 'USD' },
      payoutLink: {
        amount: '100.00',
        payeeName: 'Grace Hopper',
        payeeEmail: 'grace@example.com',
        note: 'For May',
        reference: 'Invoice 7',
        countries: expect.arrayContaining(['DE']),
      },
    });
    await agree(approvalId);
    const [link] = await linksNow();
    expect(link).toMatchObject({ status: 'open', approvalId, reference: 'Invoice 7', payeeName: 'Grace Hopper' });
    expect(await approvalOf(service, all.of, approvalId)).toMatchObject({
      status: 'executed',
      payoutLinkId: link?.payoutLinkId,
    });
    expect(await balanceOf(service, all.of)).toEqual({ available: '900.00', held: '100.00' });
    expect(await posted(service, all.of)).toEqual(['hold -100.00', 'hold_release 100.00', 'hold -100.00']);
    expect(await told(service, all.of)).toEqual([
      'payout_approval.requested',
      'payout_approval.executed',
      'payout_link.created',
    ]);
    expect((await headOf(service.runtime, all.of.organizationId)).paidToday?.unapproved ?? 0n).toBe(0n);
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('is named by the check of the books where its approval became another one, or none', async () => {
    const { approvalId } = await links.ask();
    await agree(approvalId);
    const [link] = await linksNow();
    const payoutLinkId = link?.payoutLinkId ?? '';
    const stored = await links.stored(payoutLinkId);
    await service.runtime.store.put(PayoutLinkEntity, { ...stored, approvalId: 'apr_other' });
    expect(await findingsOf(service, all.of)).toEqual([`${approvalId} became ${payoutLinkId}, which does not name it`]);
    await service.runtime.store.put(PayoutLinkEntity, stored);
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('is claimed as any other, and its payout names the approval', async () => {
    const { approvalId } = await links.ask();
    await agree(approvalId);
    const [link] = await linksNow();
    const done = await payeeOf(service, links, link?.payoutLinkId ?? '').finish();
    expect(done).toMatchObject({ kind: 'claimed', payout: { approvalId } });
    expect(await balanceOf(service, all.of)).toEqual({ available: '900.00', held: '0.00' });
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('is not made where a voter says no, and gives its hold back', async () => {
    const { approvalId } = await links.ask();
    bodyOf(await vote(service, all.of, approvalId, all.voter(0), 'reject'));
    expect(await linksNow()).toEqual([]);
    expect(await balanceOf(service, all.of)).toEqual({ available: '1000.00', held: '0.00' });
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('is made once, also where the work is done twice', async () => {
    const { approvalId } = await links.ask();
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    await Promise.all([work(service, all.of, approvalId), work(service, all.of, approvalId)]);
    await work(service, all.of, approvalId);
    expect(await linksNow()).toHaveLength(1);
    expect(await findingsOf(service, all.of)).toEqual([]);
  });

  test('is not made where less than an hour of it is left at the vote', async () => {
    const expiresAt = new Date(service.clock.now + 2 * 60 * 60 * 1000).toISOString();
    const { approvalId } = await links.ask({ expiresAt });
    service.clock.advance(60 * 60 * 1000 + 1);
    await agree(approvalId);
    expect(await approvalOf(service, all.of, approvalId)).toMatchObject({
      status: 'failed',
      failureReason: 'BAD_REQUEST',
    });
    expect(await linksNow()).toEqual([]);
    expect(await balanceOf(service, all.of)).toEqual({ available: '1000.00', held: '0.00' });
  });

  test.each([
    ['payeeName', { payeeName: undefined }],
    ['payeeEmail', { payeeEmail: undefined }],
  ])('names its payee: %s is required', async (path, body) => {
    await expect(links.ask(body)).rejects.toMatchObject({ type: 'VALIDATION_ERROR', errors: [{ path }] });
    expect(await balanceOf(service, all.of)).toEqual({ available: '1000.00', held: '0.00' });
  });

  test('is refused for a payee whom screening refuses, before anybody votes', async () => {
    const { runtime } = service;
    const rails: typeof runtime.rails = (mode) => {
      const found = runtime.rails(mode);
      return found && { ...found, screening: { screen: async () => 'refused' } };
    };
    const strict = linksOf({ ...service, runtime: { ...runtime, rails } } as unknown as TestService, all.of);
    await expect(strict.ask()).rejects.toMatchObject({ type: 'PAYOUT_REFUSED' });
    expect(await balanceOf(service, all.of)).toEqual({ available: '1000.00', held: '0.00' });
  });

  test('below it is made at once', async () => {
    expect(await links.create({ amount: '50.00' })).toMatchObject({ status: 'open', url: expect.any(String) });
  });
});
