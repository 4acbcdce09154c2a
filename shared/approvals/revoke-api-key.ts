import { keyRingRef, readKeyFacts } from '../access/api-keys/key-ring.ts';
import { type Revocation, revokeWithSuccessors } from '../access/api-keys/revoke-with-successors.ts';
import { apiKeyRef } from '../identity/api-key.ts';
import { decideAndCommit, replyOf } from '../journal/commit/decide.ts';
import { auditing, type Execution } from '../journal/commit/execution.ts';
import type { Runtime } from '../ports/runtime.ts';
import { approvalRefs, approvalsPerCommit, endOpenApprovals, findOpenApprovals } from './approvals-of-key.ts';

/**
 * Revokes a key and, in the same commit, ends as many of its open approvals as fit. Due work ends the others, and those
 * requested after this function looked for them. None of them is executed in the meantime (design-second-half, One
 * electorate, keys).
 * @throws ServiceError NOT_FOUND
 */
export async function revokeApiKey(
  runtime: Pick<Runtime, 'clock' | 'sleep' | 'ids' | 'store' | 'pace' | 'log'>,
  { organizationId, id, links }: Revocation & { readonly organizationId: string },
  execution: Execution = {},
) {
  const { store } = runtime;
  const { key, ring } = await store.getAll({ key: apiKeyRef(id), ring: keyRingRef(organizationId) });
  const facts = await readKeyFacts(store, ring);
  const open = key ? (await findOpenApprovals(runtime, { ...key, organizationId })).approvalIds : [];
  const approvalIds = open.slice(0, approvalsPerCommit);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { ...approvalRefs(organizationId, approvalIds), ring: keyRingRef(organizationId) },
      lookUps: [apiKeyRef(id)],
      decide: (found, draft) => {
        const revoked = revokeWithSuccessors({ ...found, facts }, { id, links }, draft);
        if (key) endOpenApprovals(draft, key, found, approvalIds);
        return revoked;
      },
    },
    auditing(execution, { links }),
  );
  return replyOf(outcome);
}
