import { listApiKeys } from '../access/api-keys/list-api-keys.ts';
import { presentOrganization } from '../access/organizations/present-organization.ts';
import { type Approval, approvalRef } from '../approvals/approval.ts';
import { refTo } from '../ground/table/expressions.ts';
import { type Page, readPage } from '../ground/table/page.ts';
import { timestamp } from '../ground/time/clock.ts';
import { MemberEntity, memberPartition } from '../identity/member.ts';
import type { Organization } from '../identity/organization.ts';
import { HeadEntity } from '../journal/commit/head.ts';
import { type DueWork, DueWorkEntity } from '../journal/due/due-work.ts';
import { ParkedWorkEntity, parkedPartition, parkedPosition } from '../journal/due/parked-work.ts';
import { MailEntity, type StoredMail } from '../journal/rows/mail-entity.ts';
import { DepositEntity, depositPartition, presentDeposit } from '../payouts/deposits/deposit.ts';
import { PayoutEntity, payoutPartition } from '../payouts/payout/payout.ts';
import type { Reset } from '../payouts/policy/reset-approvers.ts';
import type { Runtime } from '../ports/runtime.ts';
import { presentBalance } from '../records/ledger/present-balance.ts';
import { openProposals } from './proposals/open-proposals.ts';

/** The most rows shown of each list. `more` says whether there are others. */
const shown = 50;

/**
 * What an operator wants to see first about an organization: its settings, its balances, and what it is waiting for.
 */
export async function showOrganization({ store, clock }: Pick<Runtime, 'store' | 'clock'>, organization: Organization) {
  const { organizationId, settlementCurrency, voterReset, connections } = organization;
  const newest = { newestFirst: true, limit: shown };
  const [head, proposals, keys, members, payouts, deposits, listedAsParked] = await Promise.all([
    store.get(refTo(HeadEntity, { organizationId })),
    openProposals(store, organizationId, clock()),
    listApiKeys({ store, clock }, organizationId, { limit: shown }),
    readPage(store, MemberEntity, { partition: memberPartition(organizationId), limit: shown }, ({ userId }) => userId),
    readPage(
      store,
      PayoutEntity,
      { ...newest, partition: payoutPartition(organizationId), where: { status: ['pending', 'processing'] } },
      ({ payoutId }) => payoutId,
    ),
    readPage(
      store,
      DepositEntity,
      { ...newest, partition: depositPartition(organizationId), where: { status: ['pending'] } },
      ({ depositId }) => depositId,
    ),
    readPage(store, ParkedWorkEntity, { partition: parkedPartition(organizationId), limit: shown }, parkedPosition),
  ]);
  if (!head) throw new Error(`organization ${organizationId} has no journal`);
  const work = payouts.items.map(({ payoutId }) => ({ organizationId, kind: 'rails' as const, resourceId: payoutId }));
  const parkedMails = listedAsParked.items.filter(({ kind }) => kind === 'mails');
  const [due, parked, mails, reset] = await Promise.all([
    store.getMany(DueWorkEntity, work),
    store.getMany(DueWorkEntity, listedAsParked.items),
    store.getMany(
      MailEntity,
      parkedMails.map(({ resourceId: mailId }) => ({ organizationId, mailId })),
    ),
    voterReset && store.get(approvalRef(organizationId, voterReset.approvalId)),
  ]);
  return {
    organization: presentOrganization(organization),
    ...(connections && { connections }),
    balance: presentBalance(head, settlementCurrency),
    head: {
      version: head.version,
      events: head.sequence,
      ledgerRows: head.ledgerSequence,
      lastAt: timestamp(head.lastAt),
    },
    members: listed(members, ({ userId, role, email }) => ({ userId, role, email })),
    keys: {
      data: keys.data.map(({ id, prefix, expiresAt, revokedAt }) => ({
        id,
        prefix,
        expiresAt,
        ...(revokedAt && { revokedAt }),
      })),
      ...(keys.nextCursor && { more: true }),
    },
    openPayouts: listed(payouts, ({ payoutId, status, createdAt }) => ({ payoutId, status, createdAt })),
    openWork: due.map(presentWork),
    parkedWork: listed(
      { ...listedAsParked, items: parked.filter(({ parkedAt }) => parkedAt !== undefined) },
      (row) => ({ ...presentWork(row), ...refusedIn(mails, row) }),
    ),
    ...(reset?.reset && { voterReset: presentReset(reset, reset.reset) }),
    proposals,
    heldDeposits: listed(deposits, presentDeposit),
  };
}

function listed<Item, Shown>({ items, next }: Page<Item>, present: (item: Item) => Shown) {
  return { data: items.map(present), ...(next !== undefined && { more: true }) };
}

/** The recipients refused by the mailer, if that is why the row was parked. */
function refusedIn(mails: readonly StoredMail[], { kind, resourceId }: DueWork) {
  const refused = kind === 'mails' ? mails.find(({ mailId }) => mailId === resourceId)?.refused : undefined;
  return refused && { refused };
}

/** What a second operator must know about a reset of voters. */
function presentReset({ approvalId, status, expiresAt }: Approval, { operators, unreached, reached }: Reset) {
  return {
    approvalId,
    status,
    expiresAt: timestamp(expiresAt),
    operators,
    ...(unreached && { unreached, reached }),
  };
}

function presentWork({ kind, resourceId, attempts, dueAt, parkedAt }: DueWork) {
  return {
    kind,
    resourceId,
    attempts,
    ...(dueAt !== undefined && { dueAt: timestamp(dueAt) }),
    ...(parkedAt !== undefined && { parkedAt: timestamp(parkedAt) }),
  };
}
