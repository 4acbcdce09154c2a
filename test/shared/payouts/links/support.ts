import type { Caller } from '../../../../shared/contract/caller.ts';
import { newPageToken } from '../../../../shared/contract/page-token.ts';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { createIds } from '../../../../shared/ground/time/ids.ts';
import { type Organization, OrganizationEntity } from '../../../../shared/identity/organization.ts';
import type { Execution } from '../../../../shared/journal/commit/execution.ts';
import { claimPayoutLink } from '../../../../shared/payouts/links/claims/claim-payout-link.ts';
import type { ClaimDetails, OpenedLink } from '../../../../shared/payouts/links/claims/claim-results.ts';
import { priceClaim } from '../../../../shared/payouts/links/claims/price-claim.ts';
import { createPayoutLink } from '../../../../shared/payouts/links/create-payout-link.ts';
import { cancelPayoutLink } from '../../../../shared/payouts/links/ending/cancel-payout-link.ts';
import { getPayoutLink, listPayoutLinks } from '../../../../shared/payouts/links/list-payout-links.ts';
import { type PayoutLink, payoutLinkRef, payoutLinkWork } from '../../../../shared/payouts/links/payout-link.ts';
import { PayoutLinkRequest } from '../../../../shared/payouts/links/payout-link-request.ts';
import { viewPayoutLink } from '../../../../shared/payouts/links/view-payout-link.ts';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import { someTime } from '../../../support/drafts.ts';
import { fundedOrganization, type TestOrganization } from '../../../support/journey.ts';
import type { TestService } from '../../../support/service.ts';
import { workOf } from '../../journal/due/support.ts';

/** An open link of 100.00 that was made at `someTime`, or otherwise as said. */
export function payoutLink(change: Partial<PayoutLink> = {}): PayoutLink {
  const { organizationId = 'org', payoutLinkId = 'pl_1' } = change;
  const { tokenHash } = newPageToken(createIds(), { organizationId, resourceId: payoutLinkId });
  const createdAt = new Date(someTime).toISOString();
  return {
    organizationId,
    payoutLinkId,
    version: 1,
    status: 'open',
    amount: 100_00n,
    currency: 'USD',
    amountLeg: 'source',
    given: {},
    countries: ['DE', 'GB', 'PH'],
    hold: { amount: 100_00n, currency: 'USD' },
    counted: 100_00n,
    ledgerPositions: [],
    creator: { actorUserId: 'owner' },
    organizationVersion: 1,
    tokenHash,
    tokensMade: 1,
    expiresAt: someTime + 24 * 60 * 60 * 1000,
    livemode: false,
    createdAt,
    updatedAt: createdAt,
    ...change,
  };
}

/** The service with an organization that has 1000.00, and what makes, ends and reads its links. */
export async function startLinks(service: TestService) {
  const of = await fundedOrganization(service, '1000.00');
  return linksOf(service, of);
}

export type Links = ReturnType<typeof linksOf>;

export function linksOf(service: TestService, of: TestOrganization, caller: Caller = { kind: 'key', key: of.key }) {
  const { runtime } = service;
  const { organizationId } = of;
  const organization = async () =>
    (await runtime.store.get(refTo(OrganizationEntity, { organizationId }))) as Organization;
  const send = async (body: object, execution: Execution) => {
    const request = PayoutLinkRequest.parse({ amount: '100.00', currency: 'USD', ...body });
    return createPayoutLink(runtime, { organization: await organization(), caller }, request, execution);
  };
  return {
    of,
    organization,
    create: async (body: object = {}, execution: Execution = {}) => {
      const answer = await send(body, execution);
      if (answer.status !== 201) throw new Error('the link waits for votes');
      return answer.body;
    },
    /** A link that has to wait for votes. */
    ask: async (body: object = {}) => {
      const answer = await send({ payeeName: 'Grace Hopper', payeeEmail: 'grace@example.com', ...body }, {});
      if (answer.status !== 202) throw new Error('nobody has to vote on the link');
      return answer.body;
    },
    cancel: async (payoutLinkId: string) => (await cancelPayoutLink(runtime, organizationId, payoutLinkId, {})).body,
    list: (filters: Omit<Parameters<typeof listPayoutLinks>[2], 'limit'> = {}) =>
      listPayoutLinks(runtime, organizationId, { limit: 20, ...filters }),
    get: (payoutLinkId: string) => getPayoutLink(runtime, organizationId, payoutLinkId),
    stored: async (payoutLinkId: string) =>
      (await runtime.store.get(payoutLinkRef(organizationId, payoutLinkId))) as PayoutLink,
    /** The hint of a link's due row as it stands; one that is long past where there is none. */
    hint: async (payoutLinkId: string): Promise<Hint> => {
      const work = payoutLinkWork({ organizationId, payoutLinkId });
      return { ...work, dueAt: (await workOf(runtime, work))?.dueAt ?? 0 };
    },
  };
}

/** What a payee in Germany types, or otherwise as said. */
export function typed(change: Partial<ClaimDetails> = {}): ClaimDetails {
  return {
    type: 'individual',
    name: 'Grace Hopper',
    country: 'DE',
    corridorId: 'eur_de_iban',
    recipientDetails: { iban: 'DE89 3704 0044 0532 0130 00' },
    ...change,
  };
}

/** A browser on the page of a link. */
export function payeeOf(service: TestService, links: Links, payoutLinkId: string, browser = 'browser') {
  const opened = async (): Promise<OpenedLink> => ({
    link: await links.stored(payoutLinkId),
    organization: await links.organization(),
    browser,
  });
  const payee = {
    view: async () => viewPayoutLink(service.runtime, await opened()),
    price: async (details = typed()) => priceClaim(service.runtime, await opened(), details),
    claim: async (sealedPrice: string, details = typed()) =>
      claimPayoutLink(service.runtime, await opened(), details, sealedPrice),
    /** Prices and claims, as somebody does who confirms what they are shown. */
    finish: async (details = typed()) => {
      const priced = await payee.price(details);
      return priced.kind === 'priced' ? payee.claim(priced.sealedPrice, details) : priced;
    },
  };
  return payee;
}
