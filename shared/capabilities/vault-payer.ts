import { kmsCredentials } from '../connections/kms-credentials.ts';
import { createIds } from '../ground/time/ids.ts';
import { systemSleep } from '../ground/time/system-time.ts';
import { type PortCapability, required } from '../ports/wiring/capability.ts';
import { lateVaults } from '../providers/evm/late-vaults.ts';
import { memoryNeeds, secondTable } from '../providers/records/second-table.ts';

const memory = memoryNeeds(
  'dynamodb:BatchGetItem',
  'dynamodb:DeleteItem',
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:Query',
  'dynamodb:UpdateItem',
);

/** Signs payments from vaults. Its function can open the credentials of vaults, and no others. */
export const vaultPayer: PortCapability<'vaultPayer'> = {
  grants: [
    {
      actions: ['kms:Decrypt'],
      on: 'connectionsKey',
      conditions: { StringEquals: { 'kms:EncryptionContext:port': 'vault' } },
    },
    { actions: ['kms:GetPublicKey', 'kms:Sign'], on: 'vaultKeys' },
    ...(memory.grants ?? []),
  ],
  environment: { CONNECTIONS_KEY_ARN: 'connectionsKeyArn', ...memory.environment },
  ports: (place) => {
    const { store, clock, log } = place;
    const secrets = kmsCredentials(required(place, 'CONNECTIONS_KEY_ARN'));
    const table = { store, memory: secondTable(place).store };
    return {
      vaults: lateVaults({ ...table, clock, log, secrets, ids: createIds(), sleep: systemSleep, loopback: false }),
    };
  },
};
