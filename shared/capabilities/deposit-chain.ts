import { kmsCredentials } from '../connections/kms-credentials.ts';
import { type PortCapability, required } from '../ports/wiring/capability.ts';
import { lateDeposits } from '../providers/evm/late-deposits.ts';
import { chainNeeds } from '../providers/evm/ports/chain-needs.ts';

export const depositChain: PortCapability<'depositChain'> = {
  ...chainNeeds,
  ports: (place) => {
    const { store, clock } = place;
    const secrets = kmsCredentials(required(place, 'CONNECTIONS_KEY_ARN'));
    return { deposits: lateDeposits({ store, clock, secrets, loopback: false }) };
  },
};
