import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { Discovered } from '../../functions/discover.ts';
import type { CanaryFunction } from '../../shared/contract/canary-function.ts';
import { addRoutes } from '../constructs/add-routes.ts';
import { raiseFunctionAlarms } from '../constructs/alarms/function-alarms.ts';
import { withoutSuccess } from '../constructs/alarms/schedule-alarm.ts';
import { CanaryKey } from '../constructs/canary/canary-key.ts';
import { grantCapabilities, together } from '../constructs/capabilities/grant-capabilities.ts';
import type { PublicApi } from '../constructs/public-api.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { CodeOf } from '../function-code.ts';
import { alarmNames, pascalCase } from '../names.ts';
import type { Settings } from '../settings.ts';
import type { FoundationStack } from './foundation-stack.ts';

export interface CanaryStackProps extends StackProps {
  readonly settings: Settings;
  readonly functions: readonly Discovered<CanaryFunction>[];
  readonly codeOf: CodeOf;
  readonly foundation: FoundationStack;
  readonly publicApi: PublicApi;
  /** Scheme and host of the API, as customers reach it. */
  readonly origin: string;
}

/**
 * The stage's own customer: a schedule that pays through the public address and a route that receives the webhooks. In
 * a stack of its own, so that it can be destroyed if no canary is wanted.
 */
export class CanaryStack extends Stack {
  readonly key: CanaryKey;

  constructor(scope: Construct, id: string, props: CanaryStackProps) {
    super(scope, id, props);
    this.key = new CanaryKey(this, 'Key', props);
    const functions = props.functions.map((discovered) => this.create(discovered, props));
    raiseFunctionAlarms(this, props.foundation.alarms, 'canary', functions);
  }

  private create({ file, declaration }: Discovered<CanaryFunction>, props: CanaryStackProps): ServiceFunction {
    const { name, trigger, timeoutSeconds } = declaration;
    const scope = new Construct(this, pascalCase(name));
    const created = new ServiceFunction(scope, 'Function', {
      settings: props.settings,
      code: props.codeOf(file),
      description: `Canary ${name}`,
      service: name,
      timeoutSeconds,
    });
    const apiOrigin = { resources: {}, facts: { apiOrigin: props.origin } };
    grantCapabilities(created, declaration.uses ?? [], together(props.foundation.parts, this.key.parts, apiOrigin));
    if (trigger.type === 'schedule') this.letPay(scope, created, Duration.minutes(trigger.everyMinutes), props);
    else letReceive(scope, created, trigger.routeKey, props);
    return created;
  }

  private letPay(scope: Construct, payer: ServiceFunction, every: Duration, props: CanaryStackProps): void {
    const { foundation } = props;
    foundation.table.grantCanaryPayer(payer);
    // The next run is the retry.
    payer.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: every });
    new Rule(scope, 'Schedule', {
      schedule: Schedule.rate(every),
      targets: [new LambdaFunction(payer.lambda, { retryAttempts: 0, maxEventAge: every })],
    });
    foundation.alarms.raise(scope, alarmNames.canarySilent, {
      ...withoutSuccess(payer, every),
      // Runs are slightly more or less than a period apart, so one period without any is not a fault.
      periods: 2,
      severity: 'high',
      tellsEnd: true,
      meaning: 'For ten minutes no payout of the canary was accepted, paid and told of by webhook.',
    });
  }
}

function letReceive(
  scope: Construct,
  receiver: ServiceFunction,
  routeKey: string,
  { foundation, publicApi }: CanaryStackProps,
): void {
  foundation.table.grantCanaryReceiver(receiver);
  const whyOpen = 'The function itself verifies the signature of the webhook, as receivers do.';
  addRoutes(scope, publicApi.api, receiver, { keys: [routeKey], whyOpen });
}
