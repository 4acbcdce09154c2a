import { describe, expect, it } from 'vitest';
import { tableDefinition } from '../../shared/ground/table/definition.ts';
import { type Resource, type Synthesized, synthesize } from './support/synthesize.ts';

const alarmOf = (app: Synthesized, name: string) =>
  app.resources('AWS::CloudWatch::Alarm').find(({ Properties }) => Properties.AlarmName === `Sluice-prod-${name}`)
    ?.Properties;

describe('what wakes somebody when nothing fails', async () => {
  const app = await synthesize();

  it('is that one payout in ten waits for more than a minute', () => {
    expect(alarmOf(app, 'RailsLate')).toMatchObject({
      Namespace: 'Sluice',
      MetricName: 'DueWorkLag',
      ExtendedStatistic: 'p90',
      Threshold: 60_000,
      Period: 300,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
    const dimensions = alarmOf(app, 'RailsLate').Dimensions.map(({ Name, Value }: Record<string, string>) => [
      Name,
      Value,
    ]);
    expect(Object.fromEntries(dimensions)).toEqual({ stage: 'prod', kind: 'rails' });
  });

  it('is that an index is throttled, which the table itself does not show', () => {
    const metrics = alarmOf(app, 'IndexThrottles').Metrics as ReturnType<typeof JSON.parse>[];
    const watched = metrics.flatMap(({ MetricStat }) =>
      MetricStat ? [`${MetricStat.Metric.Dimensions[0].Value} ${MetricStat.Metric.MetricName}`] : [],
    );
    expect(watched.sort()).toEqual(
      Object.keys(tableDefinition.indexes)
        .flatMap((index) => [`${index} ReadThrottleEvents`, `${index} WriteThrottleEvents`])
        .sort(),
    );
    const [expression] = metrics.flatMap(({ Expression }) => Expression ?? []);
    expect(expression.match(/FILL\(m\d, 0\)/g)).toHaveLength(watched.length);
  });

  it('is that the account nears its quota of concurrency, whatever that is', () => {
    const { Metrics, Threshold } = alarmOf(app, 'ConcurrencyHigh');
    expect(Threshold).toBe(80);
    expect(Metrics[0].Expression).toBe('100 * running / SERVICE_QUOTA(running)');
    expect(Metrics[1].MetricStat).toMatchObject({
      Metric: { Namespace: 'AWS/Usage', MetricName: 'ResourceCount' },
      Stat: 'Maximum',
    });
  });

  it('is that somebody takes away a key, of the table or of the archive', () => {
    const rules = app.template('Watch').findResources('AWS::Events::Rule') as Record<string, Resource>;
    const [[id, rule] = []] = Object.entries(rules);
    const { detail } = rule?.Properties.EventPattern ?? {};
    expect(detail.eventName).toEqual(['ScheduleKeyDeletion', 'DisableKey']);
    const keys = detail.resources.ARN.map((arn: Record<string, string>) => arn['Fn::ImportValue']);
    expect(keys).toEqual([
      expect.stringMatching(/^Sluice-prod-Foundation:.*PaymentsKey/),
      expect.stringMatching(/^Sluice-prod-Archive:.*Key/),
    ]);
    expect(alarmOf(app, 'KeyTakenAway')).toMatchObject({
      Namespace: 'AWS/Events',
      MetricName: 'TriggeredRules',
      Dimensions: [{ Name: 'RuleName', Value: { Ref: id } }],
      Threshold: 1,
    });
  });

  it('is that the certificate of the domain was not renewed, where the certificate is', async () => {
    const abroad = await synthesize({ region: 'eu-west-1' });
    abroad.template('EdgeAlarms').hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: 'Sluice-prod-CertificateExpires',
      MetricName: 'DaysToExpiry',
      Dimensions: [{ Name: 'CertificateArn', Value: 'arn:aws:acm:us-east-1:123456789012:certificate/1' }],
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 30,
      Period: 86_400,
    });
    expect(alarmOf(await synthesize({ stage: 'dev', domain: undefined }), 'CertificateExpires')).toBeUndefined();
  });

  it.each([
    [{}, 'alarms@example.com', 200],
    [{ lowAlarmEmail: 'low@example.com', monthlyBudget: 900 }, 'low@example.com', 900],
  ])('is what the account costs, with %o by mail to %s above %d dollars', async (chosen, Address, Amount) => {
    const [budget, ...others] = (await synthesize(chosen)).resources('AWS::Budgets::Budget');
    expect(others).toEqual([]);
    expect(budget?.Properties.Budget).toMatchObject({ TimeUnit: 'MONTHLY', BudgetLimit: { Amount, Unit: 'USD' } });
    expect(budget?.Properties.NotificationsWithSubscribers).toEqual([
      expect.objectContaining({
        Notification: expect.objectContaining({ NotificationType: 'ACTUAL', Threshold: 80 }),
        Subscribers: [{ SubscriptionType: 'EMAIL', Address }],
      }),
      expect.objectContaining({
        Notification: expect.objectContaining({ NotificationType: 'FORECASTED', Threshold: 100 }),
        Subscribers: [{ SubscriptionType: 'EMAIL', Address }],
      }),
    ]);
  });

  it.each([{ monthlyBudget: 'none' }, { alarmEmail: undefined }] as const)('is no budget with %o', async (chosen) => {
    expect((await synthesize(chosen)).resources('AWS::Budgets::Budget')).toEqual([]);
  });
});
