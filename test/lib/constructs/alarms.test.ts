import { readFileSync } from 'node:fs';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { describe, expect, it } from 'vitest';
import { Alarms } from '../../../lib/constructs/alarms.ts';
import { runOutMessages } from '../../../lib/constructs/queue-worker.ts';
import { alarmNames } from '../../../lib/names.ts';
import { measurement } from '../../../shared/ground/metrics/catalog.ts';
import { metricFields } from '../../../shared/ground/metrics/embed.ts';
import { dueKinds } from '../../../shared/ports/due-kinds.ts';
import { declaredFunctions, production, type Resource, synthesize } from '../support/synthesize.ts';

const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
const headings = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, heading]) => heading);
const [, highInRunbook = ''] = /^\| high \|[^|]+\|(.+)\|$/m.exec(runbook) ?? [];

/** A rule about alarms: `ALARM("a") OR ALARM("b")` -> `['a', 'b']`. */
const childrenOf = ({ Properties }: Resource) =>
  [...(Properties.AlarmRule as string).matchAll(/ALARM\("([^"]+)"\)/g)].map(([, name]) => name);

describe('an alarm', async () => {
  const app = await synthesize();
  const alarms = app.resources('AWS::CloudWatch::Alarm');
  const composites = app.resources('AWS::CloudWatch::CompositeAlarm');
  const notifying = [...alarms, ...composites].filter(({ Properties }) => Properties.AlarmActions);
  // 'Sluice-prod-QuotesFunctionErrors-acceptQuote' -> 'QuotesFunctionErrors'
  const names = alarms.map(({ Properties }) => (Properties.AlarmName as string).split('-')[2]);

  it('has a heading in the runbook, and every such heading has an alarm', () => {
    expect([...new Set(names)].sort()).toEqual([...headings].sort());
  });

  it('reaches somebody, or has one above it that does, over TLS', () => {
    const named = composites.flatMap(childrenOf);
    for (const { Properties } of alarms) {
      const actions = Properties.AlarmActions ?? [];
      expect([Properties.AlarmName, actions.length]).toEqual([
        Properties.AlarmName,
        named.includes(Properties.AlarmName) ? 0 : 1,
      ]);
    }
    for (const { Properties } of composites) expect(Properties.AlarmActions).toHaveLength(1);
    const policies = app.resources('AWS::SNS::TopicPolicy');
    expect(policies).toHaveLength(2);
    for (const policy of policies) {
      expect(policy.Properties.PolicyDocument.Statement).toEqual([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
      ]);
    }
  });

  it('goes to the topic of its severity, which the runbook states', () => {
    const isHigh = ({ Properties }: Resource) => !JSON.stringify(Properties.AlarmActions).includes('AlarmsLowTopic');
    const high = notifying.filter(isHigh).map(({ Properties }) => (Properties.AlarmName as string).split('-')[2]);
    expect(high.length).toBeGreaterThan(0);
    expect(high.length).toBeLessThan(notifying.length);
    expect([...highInRunbook.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(high.sort());
  });

  it('tells its end where what it watches is a state, to the topic that heard of its beginning', () => {
    const telling = notifying.filter(({ Properties }) => Properties.OKActions);
    for (const { Properties } of telling) expect(Properties.OKActions).toEqual(Properties.AlarmActions);
    const silent = notifying.filter(({ Properties }) => !Properties.OKActions);
    const counting =
      /FunctionErrors$|WorkParked$|KeyTakenAway|JournalAhead|ClockDiffers|ProcessorContradicts|IntentUnsettled|TransferParked|FlushHindered|TokenPaused|FundingLimited|AcquirerDiffers|OutcomeUnknown|InternalError|Throttles$/;
    expect(telling.length).toBeGreaterThan(0);
    for (const { Properties } of silent) expect(Properties.AlarmName).toMatch(counting);
  });

  it.each([
    [{ alarmEmail: 'all@example.com' }, ['all@example.com', 'all@example.com']],
    [{ alarmEmail: 'high@example.com', lowAlarmEmail: 'low@example.com' }, ['high@example.com', 'low@example.com']],
    [{ alarmEmail: undefined }, []],
  ])('is mailed, with %o, to %o', async (emails, endpoints) => {
    const foundation = (await synthesize(emails)).template('Foundation');
    const subscriptions = Object.values(foundation.findResources('AWS::SNS::Subscription')) as Resource[];
    const byTopic = subscriptions.map(({ Properties }) => [
      Properties.TopicArn.Ref.includes('Low'),
      Properties.Endpoint,
    ]);
    expect(byTopic.sort()).toEqual(endpoints.map((endpoint, index) => [index === 1, endpoint]));
  });

  it('watches every queue, every dead letter, the stream, every schedule and the API', async () => {
    const { workers } = await declaredFunctions();
    const schedules = workers.filter(({ declaration }) => declaration.trigger.type === 'schedule');
    expect(names).toEqual(
      expect.arrayContaining([
        ...dueKinds.flatMap((kind) => [
          alarmNames.queueDeadLetters(kind),
          alarmNames.queueAge(kind),
          alarmNames.workParked(kind),
        ]),
        ...schedules.map(({ declaration }) => alarmNames.scheduleStopped(declaration.name)),
        alarmNames.canarySilent,
        alarmNames.streamFailedBatches,
        alarmNames.streamIteratorAge,
        alarmNames.apiServerErrors,
        alarmNames.webServerErrors,
        alarmNames.functionThrottles,
        alarmNames.tableReadThrottles,
        alarmNames.tableWriteThrottles,
        alarmNames.transactionConflicts,
        alarmNames.edgeServerErrors,
        alarmNames.edgeClientErrors,
      ]),
    );
  });

  it('counts a conflict of transactions beside the commits, of which turns let fewer conflict', () => {
    const found = alarms.find(({ Properties }) => Properties.AlarmName.endsWith(alarmNames.transactionConflicts));
    const metrics = found?.Properties.Metrics as ReturnType<typeof JSON.parse>[];
    expect(metrics.map(({ Expression }) => Expression).filter(Boolean)).toEqual(['conflicts - 2 * FILL(commits, 0)']);
    const named = metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);
    expect(named).toEqual(['TransactionConflict', 'SuccessfulRequestLatency']);
  });

  it('watches every function for crashes', async () => {
    const { endpoints, workers, operations, sites, canary } = await declaredFunctions();
    const watched = alarms.filter(({ Properties }) => Properties.MetricName === 'Errors');
    expect(watched).toHaveLength([...endpoints, ...workers, ...operations, ...sites, ...canary].length);
    expect(composites.flatMap(childrenOf).sort()).toEqual(watched.map(({ Properties }) => Properties.AlarmName).sort());
  });

  it('stands over those of one domain, in their stack and after them, so that any of them can be removed', () => {
    for (const [stack, template] of app.templates) {
      const own = template.findResources('AWS::CloudWatch::Alarm') as Record<string, Resource>;
      const above = Object.values(template.findResources('AWS::CloudWatch::CompositeAlarm')) as Resource[];
      for (const composite of above) {
        const children = childrenOf(composite);
        const ids = Object.keys(own).filter((id) => children.includes(own[id]?.Properties.AlarmName));
        expect([stack, ids.length]).toEqual([stack, children.length]);
        expect((composite as Resource & { DependsOn: string[] }).DependsOn.toSorted()).toEqual(ids.sort());
      }
    }
  });

  it('stands over as many as CloudWatch lets it, within the length of a rule', () => {
    const longest = Math.max(...alarms.map(({ Properties }) => Properties.AlarmName.length));
    const stack = new Stack(new App(), 'Full');
    const metric = new Metric({ namespace: 'Test', metricName: 'Test' });
    const name = 'FunctionErrors';
    const children = Array.from({ length: 100 }, (_, index) => ({
      scope: stack,
      of: `${index}`.padEnd(longest - `Sluice-prod-${name}-`.length, 'x'),
      watched: { metric, threshold: 1 },
      meaning: 'Test.',
    }));
    new Alarms(stack, 'Alarms', { settings: production }).raiseAny(
      stack,
      name,
      { severity: 'low', meaning: 'Test.' },
      children,
    );
    const [full] = Object.values(
      Template.fromStack(stack).findResources('AWS::CloudWatch::CompositeAlarm'),
    ) as Resource[];
    expect(childrenOf(full as Resource)).toHaveLength(100);
    expect(full?.Properties.AlarmRule.length).toBeLessThanOrEqual(10_240);
  });

  it('leads to its heading, where the settings say where the runbook is', async () => {
    const runbookUrl = 'https://example.com/runbook.md';
    const linked = (await synthesize({ runbookUrl })).resources('AWS::CloudWatch::Alarm');
    const descriptions = linked.map(({ Properties }) => Properties.AlarmDescription as string);
    for (const description of descriptions) expect(description).toContain(` See ${runbookUrl}#`);
    expect(alarms[0]?.Properties.AlarmDescription).toContain(' See docs/runbook.md, ');
  });

  it('of the edge is in us-east-1, where CloudFront reports, with topics of that region', async () => {
    const abroad = await synthesize({ region: 'eu-west-1', alarmEmail: 'all@example.com' });
    const { stacks } = abroad.app.synth();
    const edgeAlarms = stacks.find(({ stackName }) => stackName === 'Sluice-prod-EdgeAlarms');
    expect(edgeAlarms?.environment.region).toBe('us-east-1');
    const template = abroad.template('EdgeAlarms');
    template.resourceCountIs('AWS::SNS::Topic', 2);
    template.resourceCountIs('AWS::SNS::Subscription', 2);
    for (const { Properties } of Object.values(template.findResources('AWS::CloudWatch::Alarm')) as Resource[]) {
      expect(Properties.AlarmActions).toEqual([{ Ref: expect.stringMatching(/^Alarms(Low)?Topic/) }]);
    }
    expect(app.template('EdgeAlarms').findResources('AWS::SNS::Topic')).toEqual({});
  });

  it('hears of parked work by the words that the worker logs', () => {
    const giveUp = readFileSync(new URL('../../../shared/journal/due/postpone-or-park.ts', import.meta.url), 'utf8');
    for (const message of runOutMessages) expect(giveUp).toContain(`'${message}'`);
    const filters = Object.values(app.template('Workers').findResources('AWS::Logs::MetricFilter')) as Resource[];
    const patterns = filters.map(({ Properties }) => Properties.FilterPattern);
    expect(patterns).toEqual(
      dueKinds.map(() => '{ ($.message = "due work parked") || ($.message = "due work keeps failing") }'),
    );
  });

  it.each(['Api', 'Web'])('counts forbidden calls of %s by the log of its gateway, into one metric', (stack) => {
    const [filter] = Object.values(app.template(stack).findResources('AWS::Logs::MetricFilter')) as Resource[];
    expect(filter?.Properties).toMatchObject({
      FilterPattern: '{ $.status = "403" }',
      LogGroupName: { Ref: expect.stringContaining('AccessLogs') },
      MetricTransformations: [{ MetricNamespace: 'Sluice/prod', MetricName: 'ForbiddenCalls', MetricValue: '1' }],
    });
    app.template('Api').hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'Sluice/prod',
      MetricName: 'ForbiddenCalls',
      Statistic: 'Sum',
      Period: 300,
      Threshold: 3000,
    });
  });

  it('counts what any function may find by what it logs of it', () => {
    const { journalAhead, clockDiffers, processorContradicts, intentUnsettled } = alarmNames;
    const { acquirerDiffers, outcomeUnknown, internalError } = alarmNames;
    const ofProcessors = [processorContradicts, intentUnsettled, acquirerDiffers];
    const ringing = [journalAhead, clockDiffers, ...ofProcessors, outcomeUnknown, internalError];
    for (const name of ringing) {
      const logged = metricFields(0, measurement(name, 1));
      const [metric] = logged._aws.CloudWatchMetrics;
      const alarm = alarms.find(({ Properties }) => Properties.MetricName === name)?.Properties;
      expect(logged).toHaveProperty(name, 1);
      expect(metric).toEqual({
        Namespace: alarm?.Namespace,
        Dimensions: [alarm?.Dimensions.map(({ Name }: { Name: string }) => Name)],
        Metrics: [{ Name: name, Unit: 'Count' }],
      });
      expect(alarm?.Dimensions).toEqual([{ Name: 'stage', Value: 'prod' }]);
      expect(alarm).toMatchObject({ Threshold: 1, EvaluationPeriods: 1, Statistic: 'Sum' });
    }
  });
});
