import { ArnFormat, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { pascalCase } from '../names.ts';
import { runbookPlace } from '../runbook-place.ts';
import type { Settings } from '../settings.ts';
import type { Severity } from '../severity.ts';

/** What an alarm watches. */
export interface Watched {
  readonly metric: IMetric;
  /** The alarm is raised at or above this value, or below it if `below` is set. */
  readonly threshold: number;
  readonly below?: true;
  /** Consecutive periods. Defaults to 1. */
  readonly periods?: number;
  /** Missing data raises the alarm. For a metric that must always report. */
  readonly missingIsFault?: true;
}

/** What an alarm says, and whom it notifies. */
export interface Telling {
  readonly severity: Severity;
  /** What the alarm means, in one sentence. */
  readonly meaning: string;
  /**
   * Also notifies when it ends, because it watches a state that ends when all is well. An alarm that counts occurrences
   * ends by itself a few minutes later, which would only close what nobody has looked into yet.
   */
  readonly tellsEnd?: true;
}

export type AlarmCondition = Watched & Telling;

/** One of several alarms below another. */
export interface Child {
  /** Where it is created. */
  readonly scope: Construct;
  /** The name of what it watches, which identifies it. */
  readonly of: string;
  readonly watched: Watched;
  readonly meaning: string;
}

/** An alarm that notifies someone. */
export interface Raised {
  readonly name: string;
  readonly severity: Severity;
  readonly arn: string;
  /** It represents several alarms, which do not notify anyone themselves. */
  readonly isComposite: boolean;
}

/** The topics for alarms: two per stage, by severity. */
export class Alarms extends Construct {
  /** The notifying alarms created so far, for the dashboard. */
  readonly raised: Raised[] = [];
  private readonly topics: Readonly<Record<Severity, Topic>>;
  private readonly settings: Settings;

  constructor(scope: Construct, id: string, props: { readonly settings: Settings }) {
    super(scope, id);
    this.settings = props.settings;
    const { alarmEmail, lowAlarmEmail = alarmEmail } = props.settings;
    this.topics = { high: this.topic('Topic', 'high', alarmEmail), low: this.topic('LowTopic', 'low', lowAlarmEmail) };
  }

  /**
   * Creates an alarm in the stack of what it watches, so that both are removed in the same deployment.
   *
   * @param name a heading of the runbook
   */
  raise(scope: Construct, name: string, condition: AlarmCondition): void {
    this.notify(this.watch(scope, name, condition), name, condition, false);
  }

  /**
   * Creates an alarm for each of several things, and one above them that notifies when any of them is raised. The
   * notification and the console name the child. All are in one stack: CloudWatch refuses to delete an alarm that
   * another still names, and CloudFormation changes the upper one before it deletes a child.
   *
   * @param scope where the upper alarm is created
   * @param name a heading of the runbook; the names of the children start with it
   */
  raiseAny(scope: Construct, name: string, telling: Telling, children: readonly Child[]): void {
    const below = children.map((child) =>
      this.watch(child.scope, `${name}-${child.of}`, { ...child.watched, meaning: child.meaning }),
    );
    // By name rather than ARN, because a rule is limited to 10,240 characters and 100 alarms.
    const rule = children.map(({ of }) => `ALARM("${this.physicalName(`${name}-${of}`)}")`).join(' OR ');
    const composite = new CompositeAlarm(scope, `${pascalCase(name)}Alarm`, {
      compositeAlarmName: this.physicalName(name),
      alarmDescription: this.description(name, telling.meaning),
      alarmRule: AlarmRule.fromString(rule),
    });
    composite.node.addDependency(...below);
    this.notify(composite, name, telling, true);
  }

  /** Includes the stage, because alarms of two stages may share an account. */
  physicalName(name: string): string {
    return `Sluice-${this.settings.stage}-${name}`;
  }

  private watch(scope: Construct, name: string, watched: Watched & Pick<Telling, 'meaning'>): Alarm {
    return new Alarm(scope, `${pascalCase(name)}Alarm`, {
      alarmName: this.physicalName(name),
      alarmDescription: this.description(name, watched.meaning),
      metric: watched.metric,
      threshold: watched.threshold,
      comparisonOperator: watched.below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: watched.periods ?? 1,
      treatMissingData: watched.missingIsFault ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }

  private notify(alarm: AlarmBase, name: string, { severity, tellsEnd }: Telling, isComposite: boolean): void {
    const action = new SnsAction(this.topics[severity]);
    alarm.addAlarmAction(action);
    if (tellsEnd) alarm.addOkAction(action);
    this.raised.push({ name, severity, isComposite, arn: this.arn(name) });
  }

  private description(name: string, meaning: string): string {
    const heading = name.split('-')[0] as string;
    return `${meaning} See ${runbookPlace(this.settings, heading)}.`;
  }

  /** Built from the name, so that nothing that shows an alarm prevents its removal. */
  private arn(name: string): string {
    return Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: this.physicalName(name),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  private topic(id: string, severity: Severity, email: string | undefined): Topic {
    const displayName = `Sluice ${this.settings.stage}: ${severity}`;
    const topic = new Topic(this, id, { displayName, enforceSSL: true });
    // Our own policy replaces the default one, which allowed CloudWatch to publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (email) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}
