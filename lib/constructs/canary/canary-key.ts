import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Settings } from '../../settings.ts';
import type { StageParts } from '../capabilities/grant-capabilities.ts';

/**
 * The key pair of the canary's API key. The private half never leaves KMS, so there is no secret to store or rotate.
 * Unlike the other keys it encrypts nothing, so it is removed with its stack, even in production: `npm run ops --
 * canary` registers a new one.
 */
export class CanaryKey extends Construct {
  private readonly key: Key;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `Sluice ${settings.stage}: signs the canary's calls`,
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.DESTROY,
      pendingWindow: Duration.days(7),
    });
  }

  get parts(): StageParts {
    const { keyArn } = this.key;
    return { resources: { canaryKey: { arns: [keyArn] } }, facts: { canaryKeyArn: keyArn } };
  }
}
