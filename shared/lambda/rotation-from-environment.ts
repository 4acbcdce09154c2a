import { rotationInManager } from '../adapters/rotation-in-manager.ts';
import type { SecretRotation } from '../ports/secrets.ts';

/** The rotation of a stage's secrets, where the function is told both of what it may rotate. */
export function rotationFromEnvironment({
  SEALING_SECRET_ARN,
  ORIGIN_SECRET_ARN,
  ORIGIN_SECRET_VERSION,
}: NodeJS.ProcessEnv): SecretRotation {
  if (!SEALING_SECRET_ARN) throw new Error('the environment variable SEALING_SECRET_ARN is not set');
  return rotationInManager({
    sealingSecretArn: SEALING_SECRET_ARN,
    originSecretArn: ORIGIN_SECRET_ARN,
    edgeVersion: ORIGIN_SECRET_VERSION,
  });
}
