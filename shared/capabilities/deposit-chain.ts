import { kmsCredentials } from '../adapters/kms-credentials.ts';
import { type PortCapability, required } from '../ports/wiring/capability.ts';
import { lateDeposits } from '../providers/evm/late-deposits.ts';

/** The nodes of chains are credentials of connections: those of a bank or an acquirer stay closed to such a function. */
export const depositChain: PortCapability<'depositChain'> = {
  grants: [
    {
      actions: ['kms:Decrypt'],
      on: 'connectionsKey',
      conditions: { StringEquals: { 'kms:EncryptionContext:port': 'chain' } },
    },
  ],
  environment: { CONNECTIONS_KEY_ARN: 'connectionsKeyArn' },
  ports: (place) => {
    const { store, clock } = place;
    const secrets = kmsCredentials(required(place, 'CONNECTIONS_KEY_ARN'));
    return { deposits: lateDeposits({ store, clock, secrets, loopback: false }) };
  },
};
