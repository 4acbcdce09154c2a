import { kmsCredentials } from '../connections/kms-credentials.ts';
import { type PortCapability, required } from '../ports/wiring/capability.ts';
import { lateTrials } from '../providers/late-trials.ts';

/** Operators try every kind of connection, so their function can open all credentials. */
export const connections: PortCapability<'connections'> = {
  grants: [
    { actions: ['kms:Decrypt'], on: 'connectionsKey' },
    // A signer on a chain shows its account, and signs nothing here.
    { actions: ['kms:GetPublicKey'], on: 'signerKeys' },
    { actions: ['kms:GetPublicKey'], on: 'vaultKeys' },
    { actions: ['kms:ListAliases'], on: 'keyAliases' },
  ],
  environment: { CONNECTIONS_KEY_ARN: 'connectionsKeyArn' },
  ports: (place) => {
    const secrets = kmsCredentials(required(place, 'CONNECTIONS_KEY_ARN'));
    const stage = required(place, 'STAGE');
    return { connections: lateTrials(secrets, { clock: place.clock, loopback: false, stage }) };
  },
};
