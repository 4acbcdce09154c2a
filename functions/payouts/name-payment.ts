import * as z from 'zod';
import { connectionRef } from '../../shared/connections/connection.ts';
import { Id, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { recordSuccess } from '../../shared/journal/rows/record-refusal.ts';
import { ConnectionId } from '../../shared/operations/connections/fields.ts';

/** The part of a connection's settings that is used here. */
const Settings = z.object({ chain: z.string() });

/** The vault's key proves that the payment belongs to the payout, so one operator is sufficient. */
export const operation = defineOperation({
  name: 'name-payment',
  summary: 'Name the payout for which a vault has made a payment without a record, so that the vault pays again',
  audit: 'payout.name_payment',
  input: z.strictObject({
    organizationId: Id,
    payoutId: Id,
    connectionId: ConnectionId,
    reason: label(500).meta({ description: 'How the payout was found; logged.' }),
  }),
  uses: ['vaultNames'],
  handle: async ({ input, organization: { organizationId }, runtime, actorUserId, auditOf }) => {
    const { payoutId, connectionId, reason } = input;
    const { store, vaultNames, log } = runtime;
    const connection = await store.get(connectionRef(connectionId));
    if (connection?.provider !== 'evm-vault' || !vaultNames)
      throw new ServiceError('NOT_FOUND', `${connectionId} is not a connection of a vault`);
    const { chain } = Settings.parse(JSON.parse(connection.settings));
    const { hash, contract, to, amount } = await vaultNames.name({ organizationId, payoutId, connectionId, chain });
    await recordSuccess(runtime, auditOf(organizationId), payoutId);
    log.info('a payment of a vault was named', { organizationId, payoutId, connectionId, hash, reason, actorUserId });
    return { payoutId, connectionId, transaction: hash, chain, contract, to, amount: String(amount) };
  },
});
