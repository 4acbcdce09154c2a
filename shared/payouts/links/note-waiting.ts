import { isOpen } from '../../approvals/open-approvals.ts';
import type { SealingKeys } from '../../ground/signatures/seal.ts';
import { replace, type Write } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { type Member, memberRef } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Role } from '../../identity/roles.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { mailWrites } from '../../journal/rows/mail-writes.ts';
import { nameInMail } from '../../journal/rows/name-in-mail.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { LaterView } from './claims/claim-results.ts';
import { claimVoteRef, type PayoutLink, PayoutLinkEntity, payoutLinkRef } from './payout-link.ts';

/**
 * Reasons that pass only when someone acts, each of which is worth a separate mail. Of all others only the first is
 * mailed.
 */
const actedOn: readonly string[] = ['pending_approval', 'other_details', 'too_few_voters', 'UNAUTHORIZED'];
/** Stands for the other reasons in `mailedFor`. */
const other = 'other';

const owners: readonly Role[] = ['owner'];
const seniors: readonly Role[] = ['owner', 'admin'];

/** What a mail is created with: an id that a repeated decision reuses, and the keys that seal it. */
export interface Mailing {
  readonly mailId: string;
  readonly keys: SealingKeys;
}

/** Where a reason is recorded, with the person who created the link. A key has none. */
interface Noting {
  readonly draft: Pick<JournalDraft, 'now'>;
  readonly organization: Organization;
  readonly creator?: Member | undefined;
  readonly mailing: Mailing;
}

interface Found {
  readonly organization: Organization;
  readonly link: PayoutLink | undefined;
  readonly creator?: Member | undefined;
}

/**
 * Records on a link why its payee cannot currently be paid. The link's creator is notified by mail: the person, or for
 * a key the owners and admins. If too few could vote, the owners are notified, because only they can name voters. No
 * reason is mailed twice, and the same reason again changes nothing.
 */
export async function noteWaiting(
  runtime: Runtime<'sealing'>,
  { organizationId, payoutLinkId, creator: { actorUserId } }: PayoutLink,
  code: string,
): Promise<LaterView> {
  const mailing = { mailId: runtime.ids.next('mail', runtime.clock()), keys: await runtime.secrets.sealingKeys() };
  await decideAndCommit(runtime, {
    organizationId,
    aside: true,
    reads: {
      link: payoutLinkRef(organizationId, payoutLinkId),
      ...(actorUserId !== undefined && { creator: memberRef(organizationId, actorUserId) }),
    },
    decide: ({ organization, link, creator }: Found, draft) => {
      draft.skipCheck('organization', 'creator');
      if (link?.status !== 'open' || link.waitingFor?.code === code) return undefined;
      if (code === 'pending_approval' && !isVotedOn(draft, link)) return undefined;
      draft.write(...waitingWrites({ draft, organization, creator, mailing }, link, code));
      return { reply: { status: 200, body: undefined } };
    },
  });
  return { kind: 'later', code };
}

/** The vote may have ended since the payee was asked to wait for it. */
function isVotedOn(draft: JournalDraft, link: PayoutLink): boolean {
  const wanted = claimVoteRef(link);
  const approval = wanted && draft.lookUp(wanted);
  return approval !== undefined && isOpen(approval);
}

/** The writes that record a reason, and its mail if it is due. */
export function waitingWrites(
  { draft: { now }, organization, creator, mailing: { mailId, keys } }: Noting,
  link: PayoutLink,
  code: string,
): Write[] {
  const { organizationId, waitingFor, mailedFor = waitingFor ? [other] : [] } = link;
  const reason = actedOn.includes(code) ? code : other;
  const noted = { ...link, waitingFor: { code, at: timestamp(now) }, mailedFor: [...new Set([...mailedFor, reason])] };
  const writes: Write[] = [replace(PayoutLinkEntity, noted)];
  if (mailedFor.includes(reason)) return writes;
  const isForOwners = code === 'too_few_voters';
  const to = creator && !isForOwners ? [creator.email] : { roles: isForOwners ? owners : seniors };
  const mail = { organizationId, mailId, to, ...waitingMail(organization, link, code) };
  return [...writes, ...mailWrites(mail, keys, now)];
}

function waitingMail(organization: Organization, { payoutLinkId }: PayoutLink, code: string) {
  const name = nameInMail(organization);
  return {
    subject: `A payee of ${name} could not be paid`,
    text: [
      `Someone tried to claim payout link ${payoutLinkId} of ${name} but could not be paid: ${code}.`,
      'The link stays open, and the payee was asked to try again later. Its amount stays held until it is claimed, canceled or expires.',
      'Read the link (GET payout-links/{payoutLinkId}) to see the reason in waitingFor. You will not get another mail about this reason.',
    ].join('\n\n'),
  };
}
