import { hashOfToken, readPageToken } from '../../../../shared/contract/page-token.ts';
import { payoutLinkPartition } from '../../../../shared/payouts/links/payout-link.ts';
import { hiddenFields } from '../../../support/payout-links/form.ts';
import type { Form, Visit } from '../engine/browser.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const payeeInvariants: readonly Invariant[] = [
  { name: 'the page of a payout link opens by its own address alone', broken: addressesHold },
  { name: 'reading a payout link changes nothing', broken: readingChangesNothing },
  { name: 'asking for the price of a payout link pays nobody', broken: pricingPaysNobody },
  {
    name: 'a payout link is claimed by a submitted form, at the price that it was shown for the same details',
    broken: pricesHold,
  },
  { name: 'the payout of a link is shown to the browser that claimed it alone', broken: claimersAlone },
];

const pages: readonly string[] = ['showPayoutLink', 'pricePayoutClaim', 'claimPayoutLink'];

/** To the pages of an organization's links. */
function visitsTo({ organizationId }: Books, { visits }: World): Visit[] {
  return visits.filter(
    ({ endpoint, token }) =>
      pages.includes(endpoint.operation) && readPageToken(token)?.organizationId === organizationId,
  );
}

const notFound = 404;
const failed = 500;

/** Whoever is answered anything else has the address that the link had at some time during the request. */
function addressesHold(books: Books, world: World): string[] {
  return visitsTo(books, world).flatMap(({ endpoint, invocation, token, status = notFound }) => {
    if (status === notFound || status === failed) return [];
    const { resourceId = '' } = readPageToken(token) ?? {};
    const versions = world.witness.history(`${payoutLinkPartition(books.organizationId)} ${resourceId}`);
    const seen = versions.filter(
      (_version, index) =>
        (versions[index + 1]?.commit.visibleSince ?? Number.POSITIVE_INFINITY) >= invocation.startedStep,
    );
    return seen.some(({ item }) => item?.tokenHash === hashOfToken(token))
      ? []
      : [`${invocation.name} (${endpoint.operation}) was answered ${status} with the address ${token}`];
  });
}

function readingChangesNothing(books: Books, world: World): string[] {
  const readers = new Set(
    visitsTo(books, world)
      .filter(({ form }) => form === undefined)
      .map(({ invocation }) => invocation),
  );
  return world.witness.commits.flatMap(({ by, changes }) =>
    by && readers.has(by) ? [`${by.name} wrote ${changes.map(({ key }) => key)}`] : [],
  );
}

function pricingPaysNobody(books: Books, world: World): string[] {
  const asking = new Set(
    visitsTo(books, world)
      .filter(({ endpoint }) => endpoint.operation === 'pricePayoutClaim')
      .map(({ invocation }) => invocation),
  );
  return world.witness.commits.flatMap(({ by, changes }) => {
    const paid = changes.filter(({ key }) => /^(PAYOUT|RECIPIENT|LEDGER)#/.test(key));
    return by && asking.has(by) && paid.length > 0 ? [`${by.name} wrote ${paid.map(({ key }) => key)}`] : [];
  });
}

/** By the payout that it made. */
function claimsOf(books: Books, world: World): Map<string, Visit> {
  const byInvocation = new Map(visitsTo(books, world).map((visit) => [visit.invocation, visit]));
  return new Map(
    world.witness.commits.flatMap(({ by, changes }) => {
      const visit = by && byInvocation.get(by);
      const made = changes.filter(({ key, before }) => key.startsWith('PAYOUT#') && !before);
      return visit ? made.map(({ key }) => [key.split(' ')[1] ?? '', visit] as const) : [];
    }),
  );
}

function pricesHold(books: Books, world: World): string[] {
  const visits = visitsTo(books, world);
  const shown = new Map(
    visits
      .map(({ text = '' }) => hiddenFields({ text }))
      .flatMap((form) => (form.sealedPrice ? [[form.sealedPrice, form]] : [])),
  );
  const claims = claimsOf(books, world);
  return books.payouts.flatMap(({ payoutId, payoutLinkId }) => {
    if (payoutLinkId === undefined) return [];
    const form = claims.get(payoutId)?.form;
    const confirmed = shown.get(form?.sealedPrice ?? '');
    return form && confirmed && detailsIn(form) === detailsIn(confirmed as Form)
      ? []
      : [
          `${payoutLinkId} was claimed as ${payoutId} by ${JSON.stringify(form)}, shown was ${JSON.stringify(confirmed)}`,
        ];
  });
}

function detailsIn({ sealedPrice: _, view: __, ...details }: Form): string {
  return JSON.stringify(Object.entries(details).sort());
}

function claimersAlone(books: Books, world: World): string[] {
  const claims = claimsOf(books, world);
  return visitsTo(books, world).flatMap((visit) => {
    const payoutId = [...claims.keys()].find((id) => visit.text?.includes(id));
    const claim = payoutId === undefined ? undefined : claims.get(payoutId);
    return claim === undefined || browserOf(visit) === browserOf(claim)
      ? []
      : [`${visit.invocation.name} was shown ${payoutId}, which ${claim.invocation.name} had claimed`];
  });
}

/** What tells it apart: its cookie, or without one the view that it submitted. */
function browserOf({ cookie, form }: Visit): string | undefined {
  return cookie ?? form?.view;
}
