import { kmsCredentials } from '../connections/kms-credentials.ts';
import { type Grant, type PortCapability, required } from '../ports/wiring/capability.ts';
import { lateWallets } from '../providers/evm/wallets/late-wallets.ts';

/** Both a chain and a vault are reached through nodes, whose addresses are part of their connections' credentials. */
const opens = (port: string): Grant => ({
  actions: ['kms:Decrypt'],
  on: 'connectionsKey',
  conditions: { StringEquals: { 'kms:EncryptionContext:port': port } },
});

export const walletInspection: PortCapability<'walletInspection'> = {
  grants: [opens('chain'), opens('vault')],
  environment: { CONNECTIONS_KEY_ARN: 'connectionsKeyArn' },
  ports: (place) => {
    const { store, clock } = place;
    const secrets = kmsCredentials(required(place, 'CONNECTIONS_KEY_ARN'));
    return { wallets: lateWallets({ store, clock, secrets, loopback: false }) };
  },
};
