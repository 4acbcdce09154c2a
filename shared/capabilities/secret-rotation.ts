import { rotationInManager } from '../adapters/rotation-in-manager.ts';
import { type PortCapability, required } from '../ports/wiring/capability.ts';

const actions = ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'];

export const secretRotation: PortCapability<'secretRotation'> = {
  grants: [
    { actions, on: 'sealingSecret' },
    { actions, on: 'originSecret' },
  ],
  environment: {
    SEALING_SECRET_ARN: 'sealingSecretArn',
    ORIGIN_SECRET_ARN: 'originSecretArn',
    ORIGIN_SECRET_VERSION: 'originSecretVersion',
  },
  ports: (place) => ({
    rotation: rotationInManager({
      sealingSecretArn: required(place, 'SEALING_SECRET_ARN'),
      originSecretArn: place.environment.ORIGIN_SECRET_ARN,
      edgeVersion: place.environment.ORIGIN_SECRET_VERSION,
    }),
  }),
};
