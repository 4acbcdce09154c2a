import { Stack, Token } from 'aws-cdk-lib';
import { Alias, Key, type Key as KmsKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { connectionsKeyAlias, signerKeyAliases, vaultKeyAliases } from '../../../shared/connections/key-alias.ts';
import { outlivesInProduction } from '../../removal.ts';
import type { Settings } from '../../settings.ts';
import type { StageParts, StageResource } from './grant-capabilities.ts';

/**
 * Seals the credentials of connections on the operator's machine, before they leave it. Operators can encrypt with it
 * but not decrypt; functions decrypt what their declaration uses, but do not encrypt. Without the key, every connection
 * must get its credentials again.
 */
export class ConnectionsKey extends Construct {
  readonly key: KmsKey;
  private readonly stage: string;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    super(scope, id);
    this.stage = settings.stage;
    const removalPolicy = outlivesInProduction(settings);
    this.key = new Key(this, 'Key', {
      description: `Sluice ${settings.stage}: credentials of connections`,
      enableKeyRotation: true,
      removalPolicy,
    });
    // Operators find the key by its name, without permission to list the keys of the account.
    new Alias(this, 'Alias', { aliasName: connectionsKeyAlias(settings.stage), targetKey: this.key });
  }

  get parts(): StageParts {
    const { keyArn } = this.key;
    return {
      resources: {
        connectionsKey: { arns: [keyArn] },
        signerKeys: this.keysNamed(signerKeyAliases(this.stage)),
        vaultKeys: this.keysNamed(vaultKeyAliases(this.stage)),
        keyAliases: {
          arns: ['*'],
          acknowledged: [
            { id: 'AwsSolutions-IAM5[Resource::*]', reason: 'KMS lists the names of keys for all or for nobody.' },
          ],
        },
      },
      facts: { connectionsKeyArn: keyArn },
    };
  }

  /** Keys that sign on chains are created by operators, who give each of them one of these names. */
  private keysNamed(aliases: string): StageResource {
    const { partition, region, account } = Stack.of(this);
    const found = [shown(partition, 'Partition'), 'kms', shown(region, 'Region'), shown(account, 'AccountId')].join(
      ':',
    );
    return {
      arns: [`arn:${partition}:kms:${region}:${account}:key/*`],
      conditions: { 'ForAnyValue:StringLike': { 'kms:ResourceAliases': aliases } },
      acknowledged: [
        {
          id: `AwsSolutions-IAM5[Resource::arn:${found}:key/*]`,
          reason: 'Operators make these keys after the stage. The condition on their aliases leaves no others.',
        },
      ],
    };
  }
}

/** Part of an ARN in the form used in findings. */
function shown(part: string, pseudoParameter: string): string {
  return Token.isUnresolved(part) ? `<AWS::${pseudoParameter}>` : part;
}
