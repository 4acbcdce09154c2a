import { beforeAll, describe, expect, test } from 'vitest';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import type { Organization } from '../../../../shared/identity/organization.ts';
import { OrganizationEntity } from '../../../../shared/identity/organization.ts';
import { claimantHash } from '../../../../shared/payouts/links/claims/claimant.ts';
import type { PayoutLink } from '../../../../shared/payouts/links/payout-link.ts';
import { viewPayoutLink } from '../../../../shared/payouts/links/view-payout-link.ts';
import { storePayout } from '../../../functions/payouts/support.ts';
import { fundedOrganization, type TestOrganization } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { payoutLink } from './support.ts';

let service: TestService;
let of: TestOrganization;
let organization: Organization;

beforeAll(async () => {
  service = await TestService.start();
  of = await fundedOrganization(service, '100.00');
  const { organizationId } = of;
  organization = (await service.runtime.store.get(refTo(OrganizationEntity, { organizationId }))) as Organization;
});

function view(change: Partial<PayoutLink>, browser?: string) {
  const { organizationId } = of;
  const link = payoutLink({ organizationId, expiresAt: service.clock.now + 1, ...change });
  return viewPayoutLink(service.runtime, { link, organization, browser });
}

describe('the page of a payout link', () => {
  test('offers the corridors of its countries', async () => {
    const shown = await view({});
    expect(shown.kind).toBe('open');
    expect(shown.kind === 'open' && shown.corridors.map(({ corridorId }) => corridorId)).toEqual([
      'eur_de_iban',
      'gbp_gb_account',
      'php_ph_account',
    ]);
  });

  test('offers for an exact amount only corridors that can promise it', async () => {
    expect(await view({ amountLeg: 'destination', currency: 'PHP' })).toEqual({ kind: 'later', code: 'BAD_REQUEST' });
    const euros = await view({ amountLeg: 'destination', currency: 'EUR' });
    expect(euros.kind === 'open' && euros.corridors.map(({ country }) => country)).toEqual(['DE']);
  });

  test('says "later" while the organization is suspended', async () => {
    const suspended = { ...organization, status: 'suspended' as const };
    const link = payoutLink({ organizationId: of.organizationId, expiresAt: service.clock.now + 1 });
    expect(await viewPayoutLink(service.runtime, { link, organization: suspended, browser: 'a' })).toEqual({
      kind: 'later',
      code: 'ACCOUNT_BLOCKED',
    });
  });

  test.each([
    ['at its expiry, whatever its status', { expiresAt: 0 }],
    ['canceled', { status: 'canceled' as const }],
    ['expired', { status: 'expired' as const }],
  ])('shows nothing of a link that is over: %s', async (_, change) => {
    expect(await view(change, 'browser')).toEqual({ kind: 'unusable' });
  });

  test('shows a claimed link to the browser that claimed it alone', async () => {
    const { organizationId } = of;
    const payout = await storePayout(service, of, { status: 'processing' });
    const claimed = {
      status: 'claimed' as const,
      payoutId: payout.payoutId,
      claimedBy: claimantHash({ organizationId, payoutLinkId: 'pl_1' }, 'browser'),
    };
    expect(await view(claimed, 'browser')).toMatchObject({ kind: 'claimed', payout: { status: 'processing' } });
    expect(await view(claimed, 'other')).toEqual({ kind: 'unusable' });
    expect(await view(claimed)).toEqual({ kind: 'unusable' });
    expect(await view({ ...claimed, payoutLinkId: 'pl_2' }, 'browser')).toEqual({ kind: 'unusable' });
  });
});
