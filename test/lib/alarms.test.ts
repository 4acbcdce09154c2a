import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runOutMessages } from '../../lib/constructs/queue-worker.ts';
import { alarmNames } from '../../lib/names.ts';
import { measurement } from '../../shared/ground/metrics/catalog.ts';
import { metricFields } from '../../shared/ground/metrics/embed.ts';
import { dueKinds } from '../../shared/ports/due-kinds.ts';
import { declaredFunctions, synthesize } from './support/synthesize.ts';

const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const headings = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, heading]) => heading);

describe('an alarm', async () => {
  const app = await synthesize();
  const alarms = app.resources('AWS::CloudWatch::Alarm');
  // 'Sluice-prod-QuotesFunctionErrors-acceptQuote' -> 'QuotesFunctionErrors'
  const names = alarms.map(({ Properties }) => (Properties.AlarmName as string).split('-')[2]);

  it('has a heading in the runbook, and every such heading has an alarm', () => {
    expect([...new Set(names)].sort()).toEqual([...headings].sort());
  });

  it('reaches somebody, over TLS', () => {
    for (const { Properties } of alarms) expect(Properties.AlarmActions).toHaveLength(1);
    const [policy] = app.resources('AWS::SNS::TopicPolicy');
    expect(policy?.Properties.PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
    ]);
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
        alarmNames.streamFailedBatches,
        alarmNames.streamIteratorAge,
        alarmNames.apiServerErrors,
        alarmNames.functionThrottles,
        alarmNames.tableReadThrottles,
        alarmNames.tableWriteThrottles,
      ]),
    );
  });

  it('watches every function for crashes', async () => {
    const { endpoints, workers, operations } = await declaredFunctions();
    const watched = alarms.filter(({ Properties }) => Properties.MetricName === 'Errors');
    expect(watched).toHaveLength(endpoints.length + workers.length + operations.length);
  });

  it('hears of parked work by the words that the worker logs', () => {
    const giveUp = readFileSync(new URL('../../shared/journal/due/postpone-or-park.ts', import.meta.url), 'utf8');
    for (const message of runOutMessages) expect(giveUp).toContain(`'${message}'`);
    const patterns = app.resources('AWS::Logs::MetricFilter').map(({ Properties }) => Properties.FilterPattern);
    expect(patterns).toEqual(
      dueKinds.map(() => '{ ($.message = "due work parked") || ($.message = "due work keeps failing") }'),
    );
  });

  it('counts what any function may find by what it logs of it', () => {
    const { journalAhead, clockDiffers, processorContradicts, intentUnsettled } = alarmNames;
    const { outcomeUnknown, internalError } = alarmNames;
    const ringing = [journalAhead, clockDiffers, processorContradicts, intentUnsettled, outcomeUnknown, internalError];
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

  it('is on the dashboard', () => {
    const [dashboard] = app.resources('AWS::CloudWatch::Dashboard');
    const body = JSON.stringify(dashboard?.Properties.DashboardBody);
    for (const name of names) expect(body).toContain(`alarm:Sluice-prod-${name}`);
  });
});
