import * as z from 'zod';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { allowFunding } from '../../shared/operations/connections/allow-funding.ts';
import { connect } from '../../shared/operations/connections/connect.ts';
import { disconnect } from '../../shared/operations/connections/disconnect.ts';
import { reconnect } from '../../shared/operations/connections/reconnect.ts';
import { renewCredentials } from '../../shared/operations/connections/renew-credentials.ts';
import { resumeConnection } from '../../shared/operations/connections/resume-connection.ts';
import { resumeToken } from '../../shared/operations/connections/resume-token.ts';
import { useConnection } from '../../shared/operations/connections/use-connection.ts';
import { adjust } from '../../shared/operations/moves/adjust.ts';
import { creditDeposit } from '../../shared/operations/moves/credit-deposit.ts';
import { creditPayment } from '../../shared/operations/moves/credit-payment.ts';
import { liftBlock } from '../../shared/operations/moves/lift-block.ts';
import { resend } from '../../shared/operations/moves/resend.ts';
import { settleProposal } from '../../shared/operations/proposals/settle-proposal.ts';

const movements = [
  adjust,
  allowFunding,
  connect,
  creditDeposit,
  creditPayment,
  disconnect,
  liftBlock,
  reconnect,
  renewCredentials,
  resend,
  resumeConnection,
  resumeToken,
  useConnection,
];

/** This operation needs no idempotency key, because a proposal is settled once. */
export const operation = defineOperation({
  name: 'confirm',
  summary: 'Execute or reject what another operator proposed',
  audit: 'operation.confirm',
  serviceOrganizations: ['stage', 'canary'],
  input: z.strictObject({
    organizationId: Id,
    proposalId: Id,
    decision: z.enum(['execute', 'reject']),
  }),
  uses: ['corridors', 'registration'],
  handle: async (call) => {
    const { organizationId, ...settlement } = call.input;
    const proposal = await settleProposal(call, movements, settlement);
    const { operation, proposedBy } = proposal;
    const told = { organizationId, ...settlement, operation, proposedBy, actorUserId: call.actorUserId };
    call.runtime.log.info('a proposal was settled', told);
    return proposal;
  },
});
