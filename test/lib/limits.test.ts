import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { neededBootstrap } from '../../operator/preflight/checks.ts';
import { endpointTimeoutSeconds } from '../../shared/contract/endpoint-timeout.ts';
import { lockMs } from '../../shared/journal/idempotency/record.ts';
import { declaredFunctions, type Resource, synthesize } from './support/synthesize.ts';

/** What the emulator of `npm run deploy:smoke` takes without keeping to it; no other test covers it. */
describe('a limit that only AWS keeps to', async () => {
  const app = await synthesize();

  /** CloudFormation takes 500 resources a stack, and makes them the slower the more there are. */
  it('keeps every stack far from the most resources that it may have, with everything switched on', async () => {
    const full = await synthesize({ eventBus: true, archive: true });
    const counts = [...full.templates].map(([stack, template]) => [
      stack,
      Object.keys(template.toJSON().Resources).length,
    ]);
    expect(counts.length).toBeGreaterThan(30);
    for (const [stack, count] of counts) expect([stack, count]).toEqual([stack, expect.toSatisfy((n) => n <= 250)]);
  });

  it('lets a secret hold letters and digits alone, because one of them travels in a header', () => {
    const secrets = app.resources('AWS::SecretsManager::Secret');
    expect(secrets.length).toBeGreaterThan(0);
    for (const { Properties } of secrets) {
      expect(Properties.GenerateSecretString).toEqual({ PasswordLength: 64, ExcludePunctuation: true });
    }
  });

  it('deploys by what CDK has set up in the account, as preflight asks for', () => {
    const needed = app.app.synth().stacks.map(({ requiresBootstrapStackVersion = 0 }) => requiresBootstrapStackVersion);
    expect(Math.max(...needed)).toBe(neededBootstrap);
  });

  it.each([
    ['Api', 1000],
    ['Web', 500],
  ])('throttles the gateway of %s by itself, at what the settings say', (stack, limit) => {
    const throttle = { ThrottlingRateLimit: limit, ThrottlingBurstLimit: limit };
    // Settings of single routes would fail a first deployment: the stage is made before the routes are.
    const all = Object.values(app.template(stack).findResources('AWS::ApiGatewayV2::Stage')) as Resource[];
    expect(all.map(({ Properties }) => [Properties.DefaultRouteSettings, Properties.RouteSettings])).toEqual([
      [throttle, undefined],
    ]);
  });

  it('ends a function at the time that it declares', async () => {
    const { workers } = await declaredFunctions();
    const seconds = (stack: string) =>
      (Object.values(app.template(stack).findResources('AWS::Lambda::Function')) as Resource[])
        .map(({ Properties }) => Properties.Timeout as number)
        .sort();
    expect(seconds('Workers')).toEqual(workers.map(({ declaration }) => declaration.timeoutSeconds).sort());
    expect(new Set(seconds('Quotes'))).toEqual(new Set([endpointTimeoutSeconds]));
  });

  it('ends an endpoint before its idempotency key may be taken over', async () => {
    const { endpoints } = await declaredFunctions();
    const operations = new Set(endpoints.map(({ declaration }) => declaration.operation));
    const timeouts = app
      .resources('AWS::Lambda::Function')
      .filter(({ Properties }) => operations.has(Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME))
      .map(({ Properties }) => Properties.Timeout as number);
    expect(timeouts).toHaveLength(endpoints.length);
    expect(Math.max(...timeouts) * 1000).toBeLessThan(lockMs);
  });

  it('takes the largest body that an endpoint declares: no rule looks at it, and escaped it fits into the event of a function', async () => {
    const rules = app.template('Firewall').findResources('AWS::WAFv2::WebACL');
    const statements = Object.values(rules).flatMap(({ Properties }) =>
      Properties.Rules.map(({ Statement }: Resource['Properties']) => Object.keys(Statement)),
    );
    expect(statements).toEqual([['RateBasedStatement']]);
    const { endpoints } = await declaredFunctions();
    const largest = Math.max(...endpoints.map(({ declaration }) => declaration.maxBodyBytes ?? 0));
    // Of what may stand in JSON unescaped every character becomes two at most. A gateway takes 10 KB of headers.
    const event = JSON.stringify({ body: '"'.repeat(largest), headers: 'x'.repeat(10_240) });
    expect(Buffer.byteLength(event)).toBeLessThan(6_000_000);
  });

  it('keeps what was given up for two weeks', () => {
    const queues = Object.entries(app.template('Workers').findResources('AWS::SQS::Queue')) as [string, Resource][];
    const givenUp = queues.filter(([id]) => /DeadLetters|FailedBatches/.test(id));
    expect(givenUp.length).toBeGreaterThan(1);
    for (const [, { Properties }] of givenUp) expect(Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
  });

  it('reads several batches of a shard at once, and waits for none to fill', () => {
    app.template('Workers').hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      ParallelizationFactor: 4,
      MaximumBatchingWindowInSeconds: Match.absent(),
      StartingPosition: 'TRIM_HORIZON',
    });
  });

  it('starts no second sweep for a failed one: the next run is the retry', () => {
    const workers = app.template('Workers');
    workers.hasResourceProperties('AWS::Lambda::EventInvokeConfig', { MaximumRetryAttempts: 0 });
    workers.hasResourceProperties('AWS::Events::Rule', {
      Targets: [Match.objectLike({ RetryPolicy: Match.objectLike({ MaximumRetryAttempts: 0 }) })],
    });
  });
});
