import type { Initiator } from '../../../approvals/initiator.ts';
import type { Recipient } from '../../../corridors/recipients/recipient.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { RestoredTable } from '../../payout/restored-table.ts';
import type { PricedPayout } from '../../pricing/price-payout.ts';
import type { FoundCreator } from '../ending/creator.ts';
import type { Mailing } from '../note-waiting.ts';
import type { PayoutLink } from '../payout-link.ts';
import type { ClaimCandidate } from './claim-candidate.ts';

/** In whose name the vote on a claim is requested, and the id of its approval. */
export interface VoteRequest {
  readonly approvalId: string;
  readonly initiator: Initiator;
  readonly mailing: Mailing;
}

/** A claim whose payee was screened, with everything that was asked or read before its commit. */
export interface Claim {
  readonly link: PayoutLink;
  readonly candidate: ClaimCandidate;
  readonly price: PricedPayout;
  /** The verdict on the name that was entered. */
  readonly verdict: Recipient['status'];
  readonly browser: string;
  readonly payoutId: string;
  /** Present if the price is above a threshold, and nobody has voted on the link. */
  readonly vote?: VoteRequest | undefined;
}

export interface FoundByClaim extends FoundCreator {
  readonly organization: Organization;
  readonly link: PayoutLink | undefined;
  readonly restored?: RestoredTable | undefined;
}
