import { keyRingRead, readKeyFacts } from '../../access/api-keys/key-ring.ts';
import { revokeApiKey } from '../../access/api-keys/revoke-api-key.ts';
import { apiKeyRead } from '../../identity/api-key.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { approvalsPerCommit, endRequests, openRequestsOf, requestReads } from './key-requests.ts';

/**
 * Revokes a key and ends the approvals that it asked for in the same commit, as far as one has room; the revocation's due work
 * ends the rest, and those that were asked for since they were looked for. Meanwhile none of them is executed
 * (design-second-half, One electorate, keys).
 * @throws ServiceError NOT_FOUND
 */
export async function revokeKey(
  runtime: Pick<Runtime, 'clock' | 'sleep' | 'ids' | 'store' | 'pace' | 'log'>,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  execution: Execution = {},
) {
  const { store } = runtime;
  const { asking, ring } = await store.getAll({ asking: apiKeyRead(id), ring: keyRingRead(organizationId) });
  const facts = await readKeyFacts(store, ring);
  const open = asking ? (await openRequestsOf(runtime, { ...asking, organizationId })).approvalIds : [];
  const approvalIds = open.slice(0, approvalsPerCommit);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { ...requestReads(organizationId, approvalIds), ring: keyRingRead(organizationId) },
      lookUps: [apiKeyRead(id)],
      decide: (found, draft) => {
        const revoked = revokeApiKey({ ...found, facts }, id, draft);
        if (asking) endRequests(draft, asking, found, approvalIds);
        return revoked;
      },
    },
    execution,
  );
  return replyOf(outcome);
}
