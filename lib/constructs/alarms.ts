import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { pascalCase } from '../names.ts';
import type { Settings } from '../settings.ts';

export interface AlarmCondition {
  readonly metric: IMetric;
  /** The alarm is raised at this value or above; below it when `below` is set. */
  readonly threshold: number;
  readonly below?: true;
  /** Periods in a row; 1 by default. */
  readonly periods?: number;
  /** Missing data raises the alarm: for a metric that must always report. */
  readonly missingIsFault?: true;
  /** What the alarm means, in one sentence. */
  readonly meaning: string;
}

/** The topic that alarms are sent to, one for each stage. */
export class Alarms extends Construct {
  /** Names of the alarms that were created so far, for the dashboard. */
  readonly names: string[] = [];
  private readonly topic: Topic;
  private readonly settings: Settings;

  constructor(scope: Construct, id: string, props: { readonly settings: Settings }) {
    super(scope, id);
    this.settings = props.settings;
    this.topic = new Topic(this, 'Topic', { displayName: `Sluice ${props.settings.stage}`, enforceSSL: true });
    // Our own policy replaces the default one, which had allowed CloudWatch to publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (props.settings.alarmEmail) this.topic.addSubscription(new EmailSubscription(props.settings.alarmEmail));
  }

  /**
   * Creates an alarm in the stack of what it watches, so that both are removed in the same deployment.
   *
   * @param name a heading of the runbook; a part after a hyphen tells apart several alarms with the same heading
   */
  raise(scope: Construct, name: string, condition: AlarmCondition): void {
    const alarm = new Alarm(scope, `${pascalCase(name)}Alarm`, {
      alarmName: this.physicalName(name),
      alarmDescription: `${condition.meaning} See docs/runbook.md, ${name.split('-')[0]}.`,
      metric: condition.metric,
      threshold: condition.threshold,
      comparisonOperator: condition.below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: condition.periods ?? 1,
      treatMissingData: condition.missingIsFault ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    this.names.push(name);
  }

  /** Includes the stage, because alarms of two stages may share an account. */
  physicalName(name: string): string {
    return `Sluice-${this.settings.stage}-${name}`;
  }
}
