import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { raiseThrottleAlarm } from '../constructs/alarms/function-alarms.ts';
import { raiseTableAlarms } from '../constructs/alarms/table-alarms.ts';
import { Alarms } from '../constructs/alarms.ts';
import { ConnectionsKey } from '../constructs/capabilities/connections-key.ts';
import { type StageParts, together } from '../constructs/capabilities/grant-capabilities.ts';
import { mailSender } from '../constructs/capabilities/mail-sender.ts';
import { screeningListOf } from '../constructs/capabilities/screening-list.ts';
import { raiseCountedAlarms, raiseLateAlarm } from '../constructs/counted-alarms.ts';
import { IdentityProvider } from '../constructs/identity-provider.ts';
import { PaymentsTable } from '../constructs/payments-table.ts';
import { StageSecret } from '../constructs/stage-secret.ts';
import { SandboxPayments } from '../constructs/tables/sandbox-payments.ts';
import type { Settings } from '../settings.ts';

/** What outlives every deployment: the tables, the secrets, the user pool and the topics of the alarms. */
export class FoundationStack extends Stack {
  readonly table: PaymentsTable;
  readonly sandboxPayments: SandboxPayments;
  readonly sealingSecret: StageSecret;
  readonly originSecret: StageSecret;
  readonly connectionsKey: ConnectionsKey;
  readonly identityProvider: IdentityProvider;
  readonly alarms: Alarms;
  /** What capabilities are granted and passed. Later stacks add theirs. */
  readonly parts: StageParts;

  constructor(scope: Construct, id: string, props: StackProps & { readonly settings: Settings }) {
    super(scope, id, { ...props, terminationProtection: props.settings.stage === 'prod' });
    const { settings } = props;
    this.alarms = new Alarms(this, 'Alarms', { settings });
    this.table = new PaymentsTable(this, 'Payments', { settings });
    this.sandboxPayments = new SandboxPayments(this, 'SandboxPayments', { settings, payments: this.table });
    raiseThrottleAlarm(this, this.alarms);
    raiseTableAlarms(this, this.alarms, this.table);
    raiseCountedAlarms(this, this.alarms, settings);
    raiseLateAlarm(this, this.alarms, settings);
    this.sealingSecret = new StageSecret(this, 'SealingSecret', {
      settings,
      description: 'Seals challenges, stored answers, webhook secrets and mail',
      variable: 'SEALING_SECRET_ARN',
    });
    this.originSecret = new StageSecret(this, 'OriginSecret', {
      settings,
      description: 'Proves that a call passed CloudFront',
      variable: 'ORIGIN_SECRET_ARN',
    });
    // Always exported, so that `edge` can be switched off while stacks that import it still exist.
    this.exportValue(this.originSecret.arn);
    this.connectionsKey = new ConnectionsKey(this, 'Connections', { settings });
    this.identityProvider = new IdentityProvider(this, 'Identity', { settings });
    this.parts = together(
      this.table.parts,
      this.sandboxPayments.parts,
      this.identityProvider.parts,
      this.connectionsKey.parts,
      mailSender(this, settings),
      screeningListOf(this, settings),
      this.ownParts(settings),
    );
    this.nameToOperators({
      PaymentsTableName: this.table.table.tableName,
      PaymentsStreamArn: this.table.streamArn,
      PaymentsKeyArn: this.table.key.keyArn,
      UserPoolId: this.identityProvider.names.pool,
      UserPoolClientId: this.identityProvider.names.client,
    });
  }

  /** Without CloudFront, nobody needs the secret that proves a call came through it. */
  private ownParts(settings: Settings): StageParts {
    const { sealingSecret, originSecret } = this;
    return {
      resources: {
        sealingSecret: { arns: [sealingSecret.arn] },
        originSecret: settings.edge ? { arns: [originSecret.arn] } : undefined,
      },
      facts: {
        sealingSecretArn: sealingSecret.arn,
        originSecretArn: settings.edge ? originSecret.arn : undefined,
        originSecretVersion: settings.originSecretVersion,
        heartbeatMinutes: String(settings.heartbeatMinutes),
      },
    };
  }

  /** Outputs for the commands of `docs/runbook.md`. */
  private nameToOperators(names: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(names)) new CfnOutput(this, name, { value });
  }
}
