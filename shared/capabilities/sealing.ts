import { secretsFromManager } from '../adapters/secrets-from-manager.ts';
import type { PortCapability } from '../ports/wiring/capability.ts';

/** The secrets of the stage. A function with this grant gets the sealing secret. */
export const sealing = {
  grants: [{ actions: ['secretsmanager:GetSecretValue'], on: 'sealingSecret' }],
  environment: { SEALING_SECRET_ARN: 'sealingSecretArn' },
  ports: ({ environment: { SEALING_SECRET_ARN, ORIGIN_SECRET_ARN }, clock }) => ({
    secrets: secretsFromManager({ sealingSecretArn: SEALING_SECRET_ARN, originSecretArn: ORIGIN_SECRET_ARN }, clock),
  }),
} satisfies PortCapability<'sealing'>;
