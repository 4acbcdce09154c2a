import { SecretValue, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { outlivesInProduction } from '../removal.ts';
import type { Settings } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

export interface StageSecretProps {
  readonly settings: Settings;
  readonly description: string;
  /** The environment variable that tells a function the ARN of the secret. */
  readonly variable: string;
}

/** A text of 64 random characters that the stage generates. Nobody types it in and nobody needs to see it. */
export class StageSecret extends Construct {
  private readonly secret: Secret;
  private readonly variable: string;

  constructor(scope: Construct, id: string, props: StageSecretProps) {
    super(scope, id);
    this.variable = props.variable;
    this.secret = new Secret(this, 'Secret', {
      description: props.description,
      // Only letters and digits, because one of these secrets is sent in a header.
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: outlivesInProduction(props.settings),
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Operators rotate it (docs/runbook.md): the edge takes a new origin secret with a deployment, which no timer makes.',
    });
  }

  grantRead(reader: ServiceFunction): void {
    reader.allow(['secretsmanager:GetSecretValue'], [this.secret.secretArn]);
    reader.tell(this.variable, this.secret.secretArn);
  }

  get arn(): string {
    return this.secret.secretArn;
  }

  /**
   * CloudFormation resolves the value while it deploys; the template holds a reference. It is resolved again only when
   * the reference changes, so it names a version.
   * @param versionId the present version when absent
   */
  value(versionId: string | undefined): SecretValue {
    return SecretValue.secretsManager(this.secret.secretArn, { versionId });
  }
}
