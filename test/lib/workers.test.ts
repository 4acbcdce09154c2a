import { Stack } from 'aws-cdk-lib';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { QueueWorker } from '../../lib/constructs/queue-worker.ts';
import { ScheduledWorker } from '../../lib/constructs/scheduled-worker.ts';
import type { ServiceFunction } from '../../lib/constructs/service-function.ts';
import { StreamWorker } from '../../lib/constructs/stream-worker.ts';
import { type Settings, SettingsError } from '../../lib/settings.ts';
import { reservedConcurrency } from '../../lib/worker-concurrency.ts';
import { heartbeats } from '../../shared/capabilities/heartbeats.ts';
import { sweepMs } from '../../shared/journal/due/sweep-due-work.ts';
import { dueKinds, queueUrlVariable } from '../../shared/ports/due-kinds.ts';
import { actionsOf, allowed, environmentOf, statementsOf, within } from './support/permissions.ts';
import { declaredFunctions, type Resource, type Synthesized, synthesize } from './support/synthesize.ts';

const { workers } = await declaredFunctions();
const declared = workers.map(({ declaration }) => declaration);

describe('a worker in AWS', () => {
  let app: Synthesized;
  let template: Template;

  beforeAll(async () => {
    app = await synthesize();
    template = app.template('Workers');
  });

  const all = <Type>(type: abstract new (...args: never[]) => Type) =>
    app.app.node.findAll().filter((node) => node instanceof type) as Type[];
  const idOf = ({ lambda }: ServiceFunction) => Stack.of(lambda).getLogicalId(lambda.node.defaultChild as never);
  const find = <Type>(type: abstract new (...args: never[]) => Type) => all(type)[0] as Type;

  it('exists once for each declaration', () => {
    template.resourceCountIs('AWS::Lambda::Function', declared.length);
  });

  it('reads the stream with few retries, splits a bad batch, and puts aside what it gives up', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 5,
      MaximumRecordAgeInSeconds: 3600,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
    });
  });

  const due = {
    Pattern: '{"dynamodb":{"NewImage":{"dueAt":{"N":[{"exists":true}]},"claim":{"S":[{"exists":false}]}}}}',
  };

  it('is woken by the stream only for rows that are due some time and claimed by none, and events that somebody listens for', () => {
    const listened = { Pattern: '{"dynamodb":{"NewImage":{"listened":{"BOOL":[{"exists":true}]}}}}' };
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FilterCriteria: { Filters: [due, listened] },
    });
  });

  it('is woken by every event where the stage has a bus, to which one worker alone may publish', async () => {
    const workers = (await synthesize({ eventBus: true })).template('Workers');
    const event = { Pattern: '{"dynamodb":{"NewImage":{"_et":{"S":["event"]}}}}' };
    workers.hasResourceProperties('AWS::Lambda::EventSourceMapping', { FilterCriteria: { Filters: [due, event] } });
    workers.resourceCountIs('AWS::Events::EventBus', 1);
    const policies = Object.values(workers.findResources('AWS::IAM::Policy'));
    expect(policies.filter((policy) => JSON.stringify(policy).includes('events:PutEvents'))).toHaveLength(1);
  });

  it('reads the stream beside one other, as many as a shard bears, and alone where nothing is archived', async () => {
    const readers = ({ template }: Synthesized) =>
      Object.keys(
        template('Workers').findResources('AWS::Lambda::EventSourceMapping', {
          Properties: { StartingPosition: Match.anyValue() },
        }),
      );
    expect(readers(app)).toHaveLength(2);
    expect(readers(await synthesize({ archive: false }))).toHaveLength(1);
  });

  it('may start itself again by the queue that it reads, where Lambda stops everybody else', () => {
    const sources = Object.values(template.findResources('AWS::Lambda::EventSourceMapping')) as Resource[];
    const sendingToOwn = all(QueueWorker).flatMap(({ function: worker }) => {
      const id = idOf(worker);
      const [source] = sources.filter(({ Properties }) => Properties.FunctionName.Ref === id);
      const own = JSON.stringify(source?.Properties.EventSourceArn);
      const sends = statementsOf(worker).some(
        (statement) => actionsOf(statement).includes('sqs:SendMessage') && JSON.stringify(statement.Resource) === own,
      );
      return sends ? [id] : [];
    });
    expect(sendingToOwn).toHaveLength(dueKinds.length);
    const functions = Object.entries(template.findResources('AWS::Lambda::Function')) as [string, Resource][];
    const allowing = functions.filter(([, { Properties }]) => Properties.RecursiveLoop === 'Allow').map(([id]) => id);
    expect(allowing.sort()).toEqual(sendingToOwn.sort());
    const anywhere = app.resources('AWS::Lambda::Function').filter(({ Properties }) => Properties.RecursiveLoop);
    expect(anywhere).toHaveLength(allowing.length);
  });

  it('takes from a queue as many hints, as many at once, and as long as it declares', () => {
    for (const worker of declared) {
      if (worker.trigger.type !== 'queue') continue;
      template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
        BatchSize: worker.trigger.batchSize,
        MaximumBatchingWindowInSeconds: worker.trigger.batchingSeconds,
        ScalingConfig: { MaximumConcurrency: worker.trigger.maximumConcurrency },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
      template.hasResourceProperties('AWS::SQS::Queue', { VisibilityTimeout: 6 * worker.timeoutSeconds });
    }
  });

  it('finds a hint in its queue for four days, longer than an hour of payouts takes to be sent', () => {
    const queues = Object.values(template.findResources('AWS::SQS::Queue')) as Resource[];
    const ofHints = queues.filter(({ Properties }) => 'VisibilityTimeout' in Properties);
    for (const { Properties } of ofHints) expect(Properties.MessageRetentionPeriod).toBe(4 * 24 * 60 * 60);
  });

  it('reserves what it may take, so that no other function can take it', async () => {
    const reservedBy = (of: Synthesized) =>
      of
        .resources('AWS::Lambda::Function')
        .map(({ Properties }) => (Properties.ReservedConcurrentExecutions as number | undefined) ?? 0)
        .reduce((sum, one) => sum + one, 0);
    expect(reservedBy(app)).toBe(reservedConcurrency(declared, {}));
    expect(reservedBy(await synthesize({ reserveConcurrency: false }))).toBe(0);
    const workerConcurrency = { 'advance-payouts': 21, 'hint-due-work': 80 };
    const chosen = await synthesize({ workerConcurrency });
    expect(reservedBy(chosen)).toBe(reservedConcurrency(declared, workerConcurrency));
    expect(reservedBy(chosen)).toBe(reservedBy(app) + 11 + 40);
    chosen.template('Workers').hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      ScalingConfig: { MaximumConcurrency: 21 },
    });
  });

  it.each([
    [
      { 'pay-out': 3 },
      'workerConcurrency names no worker: pay-out. There are advance-batches, advance-checkout, advance-flushes, advance-funding, advance-payout-links, advance-payouts,',
    ],
    [{ 'sweep-due-work': 3 }, 'workerConcurrency must leave sweep-due-work alone'],
  ])('takes no other number: %j', async (workerConcurrency, message) => {
    const synthesis = synthesize({ workerConcurrency });
    await expect(synthesis).rejects.toThrow(SettingsError);
    await expect(synthesis).rejects.toThrow(message);
  });

  it('is told how often a quiet webhook endpoint is looked at, where it looks', async () => {
    const told = async (settings: Partial<Settings>) =>
      (await synthesize(settings)).resources('AWS::Lambda::Function').flatMap(({ Properties }) => {
        const { HEARTBEAT_MINUTES: minutes, POWERTOOLS_SERVICE_NAME: name } = Properties.Environment.Variables;
        return minutes === undefined ? [] : [[name, minutes]];
      });
    expect(await told({})).toEqual([['offer-events', '10']]);
    expect(await told({ heartbeatMinutes: 60 })).toEqual([['offer-events', '60']]);
    const portsOf = (environment: NodeJS.ProcessEnv) => heartbeats.ports?.({ environment } as never);
    expect(portsOf({ HEARTBEAT_MINUTES: '60' })).toEqual({ heartbeatMs: 60 * 60_000 });
    expect(portsOf({})).toEqual({ heartbeatMs: undefined });
  });

  it('has a dead letter queue behind every queue of due work', () => {
    const queues = Object.values(template.findResources('AWS::SQS::Queue')) as Resource[];
    const working = queues.filter(({ Properties }) => 'VisibilityTimeout' in Properties);
    expect(working).toHaveLength(dueKinds.length);
    for (const { Properties } of working) expect(Properties.RedrivePolicy.maxReceiveCount).toBe(5);
  });

  it('sends and receives over TLS alone', () => {
    const queues = Object.keys(template.findResources('AWS::SQS::Queue'));
    const policies = Object.values(template.findResources('AWS::SQS::QueuePolicy')) as Resource[];
    expect(policies).toHaveLength(queues.length);
    for (const { Properties } of policies) {
      expect(Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
    }
  });

  it('sweeps every few minutes, one run at a time', () => {
    for (const worker of declared) {
      if (worker.trigger.type !== 'schedule') continue;
      const unit = worker.trigger.everyMinutes === 1 ? 'minute' : 'minutes';
      template.hasResourceProperties('AWS::Events::Rule', {
        ScheduleExpression: `rate(${worker.trigger.everyMinutes} ${unit})`,
      });
      template.hasResourceProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: 1 });
    }
  });

  it('may look into the index only where it sweeps, and there only by query, and at due rows', () => {
    const sweep = statementsOf(find(ScheduledWorker).function).filter(({ Action }) =>
      JSON.stringify(Action).includes('dynamodb:'),
    );
    const found = sweep.map(({ Action, Condition, Resource }) => [
      Action,
      JSON.stringify(Resource).includes('/index/due'),
      Condition,
    ]);
    expect(found).toEqual([
      ['dynamodb:Query', true, undefined],
      ['dynamodb:BatchGetItem', false, within('DUE#*')],
      [['dynamodb:GetItem', 'dynamodb:PutItem'], false, within('SWEEP#*')],
    ]);
    const indexed = statementsOf(find(StreamWorker).function).filter((statement) =>
      JSON.stringify(statement.Resource).includes('/index/'),
    );
    expect(indexed).toEqual([]);
  });

  it('alarms when it did not succeed three times in a row: runs that failed do not count', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: 'Sluice-prod-SweepDueWorkStopped',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      EvaluationPeriods: 3,
      TreatMissingData: 'breaching',
      Metrics: Match.arrayWith([
        Match.objectLike({ Expression: 'invocations - errors' }),
        Match.objectLike({ Id: 'invocations', MetricStat: Match.objectLike({ Period: 300, Stat: 'Sum' }) }),
        Match.objectLike({ Id: 'errors', MetricStat: Match.objectLike({ Period: 300, Stat: 'Sum' }) }),
      ]),
    });
  });

  it('ends a run of the sweep before the next one begins, and begins nothing that Lambda would cut off', () => {
    for (const { trigger, timeoutSeconds } of declared) {
      if (trigger.type !== 'schedule') continue;
      expect(timeoutSeconds).toBeLessThan(trigger.everyMinutes * 60);
      expect(sweepMs / 1000).toBeLessThanOrEqual(timeoutSeconds - 10);
    }
  });

  it('sends hints to every queue it is told of', () => {
    for (const worker of [find(StreamWorker).function, find(ScheduledWorker).function]) {
      expect(allowed(statementsOf(worker), 'sqs')).toContain('sqs:SendMessage');
      expect(environmentOf(worker)).toEqual(expect.arrayContaining(['TABLE_NAME', ...dueKinds.map(queueUrlVariable)]));
    }
  });

  it('that works through a queue may send to that queue alone', () => {
    for (const { function: worker } of all(QueueWorker)) {
      const sending = statementsOf(worker).filter(({ Action }) => JSON.stringify(Action).includes('sqs:SendMessage'));
      expect(sending).toHaveLength(1);
      expect(environmentOf(worker).filter((name) => name.startsWith('QUEUE_URL_'))).toHaveLength(1);
    }
  });

  it('has concurrency of its own in production, and in a small account none', async () => {
    const reserved = (resources: Resource[]) =>
      resources.filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined);
    expect(reserved(app.resources('AWS::Lambda::Function'))).toHaveLength(declared.length);
    const small = await synthesize({ reserveConcurrency: false });
    expect(reserved(small.resources('AWS::Lambda::Function'))).toEqual([]);
  });

  it.each([
    [
      { railsFrozen: true },
      ['CheckoutQueue', 'FlushesQueue', 'FundingQueue', 'IntentsQueue', 'RailsQueue', 'VaultsQueue'],
    ],
    [{ batchesFrozen: true }, ['BatchesQueue']],
  ])('leaves alone what %o freezes, and goes on with everything else', async (settings, queues) => {
    const frozen = (await synthesize(settings)).resources('AWS::Lambda::EventSourceMapping');
    const stopped = frozen.filter(({ Properties }) => Properties.Enabled === false);
    const sources = stopped.map(({ Properties }) => JSON.stringify(Properties.EventSourceArn));
    expect(sources.sort()).toEqual(queues.map((queue) => expect.stringContaining(queue)));
  });
});
