import type { Item } from '../../../../local/table/item.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { PayoutLinkEntity, payoutLinkPartition } from '../../../../shared/payouts/links/payout-link.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import { isNew } from './history.ts';
import type { Invariant } from './invariant.ts';

/** What holds of payout links behind a restore. */
export const restoredLinkInvariants: readonly Invariant[] = [
  { name: 'no payee claims a link that is older than a restore', broken: olderOnesClosed },
  { name: 'a link that a restore has closed says so before it ends', broken: closedOnesSaySo },
  { name: 'behind a restore a link pays at most once, and names what it paid', broken: paysOnce },
];

/** The links that the restored table had open, each with what became of it since. */
function olderOnes({ organizationId }: Books, { witness }: World) {
  return witness.keys(`${payoutLinkPartition(organizationId)} `).flatMap((key) => {
    const [first, ...later] = witness.history(key);
    const isOlder = first?.commit === witness.commits[0] && first?.item?.status === 'open';
    return isOlder ? [{ key, later }] : [];
  });
}

/** A payout that a rail remembers claims its link all the same. */
function olderOnesClosed(books: Books, world: World): string[] {
  return olderOnes(books, world).flatMap(({ key, later }) => {
    const claim = later.find(({ item }) => item?.status === 'claimed');
    return claim && isNew(claim.commit) ? [`${claim.commit.by?.name} claimed ${key}`] : [];
  });
}

/** As long as the check works, a link may end that it has not come to. */
function closedOnesSaySo(books: Books, world: World): string[] {
  const checkedIn = world.witness.commits.findLast((commit) => commit.by && !isNew(commit))?.step ?? 0;
  return olderOnes(books, world).flatMap(({ key, later }) => {
    const end = later.find(({ item }) => item?.status !== 'open');
    const isSaid = later.some(({ item }) => item?.status === 'open' && codeOf(item) === 'restored');
    return isSaid || (end && end.commit.step <= checkedIn) ? [] : [`${key} has never said so`];
  });
}

function codeOf(item: Item): unknown {
  return format(PayoutLinkEntity, item).waitingFor?.code;
}

function paysOnce({ payoutLinks, payouts }: Books): string[] {
  return payoutLinks.flatMap(({ payoutLinkId, status, payoutId }) => {
    const made = payouts.filter((payout) => payout.payoutLinkId === payoutLinkId).map((payout) => payout.payoutId);
    const wanted = status === 'claimed' ? [payoutId] : [];
    return made.join() === wanted.join() ? [] : [`${payoutLinkId} is ${status}, names ${payoutId} and made ${made}`];
  });
}
