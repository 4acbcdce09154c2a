import type { Store } from '../../ground/table/store.ts';
import { openProposalsRef, type ProposalBody, ProposalEntity, presentProposal } from './proposal.ts';

/** What waits for a second operator in an organization, oldest first. */
export async function openProposals(store: Store, organizationId: string, now: number): Promise<ProposalBody[]> {
  const listed = await store.get(openProposalsRef(organizationId));
  const open = (listed?.open ?? []).filter(({ expiresAt }) => expiresAt > now);
  const found = await store.getMany(
    ProposalEntity,
    open.map(({ proposalId }) => ({ organizationId, proposalId })),
  );
  return found.filter(({ status }) => status === 'open').map((proposal) => presentProposal(proposal, now));
}
