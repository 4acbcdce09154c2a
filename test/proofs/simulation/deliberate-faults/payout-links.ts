import {
  type Input,
  keyOfWrite,
  type OneWrite,
  type Output,
  type TableCall,
  writesOf,
} from '../../../../local/table/call.ts';
import { keyText } from '../../../../local/table/item.ts';
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts';
import { hashOfToken, readPageToken } from '../../../../shared/contract/page-token.ts';
import { servedBankCorridors } from '../../../../shared/corridors/catalog/served-corridors.ts';

import { seal, unseal } from '../../../../shared/ground/signatures/seal.ts';
import { candidateOf, hashOfCandidate } from '../../../../shared/payouts/links/claims/claim-candidate.ts';
import { corridorsOfLink } from '../../../../shared/payouts/links/link-corridors.ts';
import { typedIn } from '../../../../shared/payouts/page/claim-form.ts';
import { currentInvocation } from '../engine/invocation.ts';
import { sealingKeys } from '../engine/scene.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { World } from '../engine/world.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { changed, mapWrites, shown, transactionsOn } from './rewriting.ts';

export const payoutLinkFaults: readonly DeliberateFault[] = [
  {
    name: 'claim-without-its-release',
    sentence: 'a claim does not release the hold of its link',
    rewrite: transactionsOn('PAYOUT_LINK#', (call, send) => send(withoutRelease(call))),
  },
  {
    name: 'expiry-of-any-link',
    sentence: 'the expiry of a link does not look at its status',
    rewrite: () =>
      shown(/^payout-links worker/, 'payoutLink', (link) => {
        link.status = 'open';
      }),
  },
  {
    name: 'address-of-any-organization',
    sentence: 'the hash of an address is compared without its organization',
    rewrite: openToOtherOrganizations,
  },
  {
    name: 'link-counted-twice',
    sentence: 'a link is counted against the caps when it is made, and again when it is claimed',
    rewrite: transactionsOn('PAYOUT_LINK#', (call, send) => send(countingHolds(call))),
  },
  {
    name: 'price-of-other-details',
    sentence: 'a price that was shown is taken for whatever details are sent with it',
    endpoint: (endpoint) => (endpoint.operation === 'claimPayoutLink' ? withAnyPrice(endpoint) : endpoint),
  },
  {
    name: 'vote-on-other-details',
    sentence: 'once a claim has asked for a vote, whatever is typed afterwards is paid',
    rewrite: () =>
      shown(/claimPayoutLink/, 'payoutLink', (link) => {
        link.approvalId ??= link.claimVote?.approvalId;
      }),
  },
  {
    name: 'failed-claim-uncounted-elsewhere',
    sentence:
      'a payout of a link that fails is taken off what its own day has left without a vote, whenever the link was made',
    rewrite: transactionsOn('PAYOUT#', (call, send) => send(uncountingFailures(call))),
  },
];

function linkThatEnds(call: TableCall, status: string): Input | undefined {
  const items = writesOf(call).map(({ input }) => input.Item);
  return items.find((item) => item?._et === 'payoutLink' && item.status === status);
}

/** The row of the release stays, and releases nothing. */
function withoutRelease(call: TableCall): TableCall {
  const link = linkThatEnds(call, 'claimed');
  if (!link) return call;
  const { amount, currency } = link.hold;
  const less = (text: string) => (BigInt(text) - BigInt(amount)).toString();
  const withLess = (balance: Input) => ({
    ...balance,
    available: less(balance.available),
    held: (BigInt(balance.held) + BigInt(amount)).toString(),
  });
  return mapWrites(call, (write) => {
    const headKept = onHead(write, ({ balances }) => ({
      balances: { ...balances, [currency]: withLess(balances[currency]) },
    }));
    return changed(headKept, 'balanceTransaction', (row) => ({
      ...row,
      amount: row.type === 'hold_release' ? '0' : row.amount,
      balanceAfter: less(row.balanceAfter),
    }));
  });
}

function onHead(write: OneWrite, change: (head: Input) => Input): OneWrite {
  if (write.kind !== 'Put' || !keyOfWrite(write).endsWith(' HEAD')) return write;
  return { ...write, input: { ...write.input, Item: { ...write.input.Item, ...change(write.input.Item) } } };
}

/** Shows whoever opens a page the link of another organization, where the rest of its address is right. */
function openToOtherOrganizations({ witness, visits, organizations }: World): Rewrite {
  const linkOf = (token: string) => {
    const { organizationId: named, resourceId = '' } = readPageToken(token) ?? {};
    const others = organizations.filter(({ organizationId }) => organizationId !== named);
    for (const { organizationId } of others) {
      const link = witness.current(keyText({ pk: `PAYOUT_LINK#${organizationId}`, sk: resourceId }));
      const right = token.replace(`${named}.`, `${organizationId}.`);
      if (link?.tokenHash === hashOfToken(right))
        return { ...link, pk: `PAYOUT_LINK#${named}`, tokenHash: hashOfToken(token) };
    }
    return undefined;
  };
  return async (call, send) => {
    const output = await send(call);
    const token = visits.find(({ invocation }) => invocation === currentInvocation())?.token;
    const link = token === undefined ? undefined : linkOf(token);
    return link && call.name === 'BatchGet' ? withItem(output, link) : output;
  };
}

function withItem(output: Output, item: Input): Output {
  const entries = Object.entries<Input[]>(output.Responses).map(([table, items]) => [table, [...items, item]]);
  return { ...output, Responses: Object.fromEntries(entries) };
}

function countingHolds(call: TableCall): TableCall {
  const link = linkThatEnds(call, 'open');
  if (link?.version !== 1) return call;
  return mapWrites(call, (write) =>
    onHead(write, ({ paidToday }) => ({
      paidToday: paidToday && {
        ...paidToday,
        amount: (BigInt(paidToday.amount) + BigInt(link.hold.amount)).toString(),
      },
    })),
  );
}

type Handled = Parameters<AnyEndpoint['handle']>[0];

/** Seals the price anew for the details that came with it. */
function withAnyPrice(endpoint: AnyEndpoint): AnyEndpoint {
  const handle = (call: Input) => {
    const { body, resource: link, organization, runtime } = call;
    const place = `${link.organizationId} ${link.payoutLinkId}`;
    const locked = unseal(sealingKeys, 'claim-price', body.sealedPrice, place);
    const corridors = corridorsOfLink(servedBankCorridors(runtime, organization), link);
    const corridor = corridors.find(({ corridorId }) => corridorId === body.corridor);
    if (locked === undefined || !corridor) return endpoint.handle(call as Handled);
    const details = { ...typedIn(body, corridor), country: corridor.country, corridorId: corridor.corridorId };
    const checked = candidateOf(link, corridors, organization.mode, details);
    if (!('candidate' in checked)) return endpoint.handle(call as Handled);
    const detailsHash = hashOfCandidate(checked.candidate);
    const sealedPrice = seal(sealingKeys, 'claim-price', JSON.stringify({ ...JSON.parse(locked), detailsHash }), place);
    return endpoint.handle({ ...call, body: { ...body, sealedPrice } } as Handled);
  };
  return { ...endpoint, handle: handle as AnyEndpoint['handle'] };
}

const unpaid = ['failed', 'returned', 'canceled'];

function uncountingFailures(call: TableCall): TableCall {
  const items = writesOf(call).map(({ input }) => input.Item);
  const payout = items.find((item) => item?._et === 'payout' && item.payoutLinkId && unpaid.includes(item.status));
  if (!payout) return call;
  return mapWrites(call, (write) =>
    onHead(write, ({ paidToday }) => ({
      paidToday: paidToday && {
        ...paidToday,
        unapproved: (BigInt(paidToday.unapproved) - BigInt(payout.sourceAmount)).toString(),
      },
    })),
  );
}
