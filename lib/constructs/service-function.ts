import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, type IGrantable, type IPrincipal, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as Lambda, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

export interface ServiceFunctionProps {
  readonly settings: Settings;
  readonly code: Code;
  readonly description: string;
  /** Names the function in its log lines. */
  readonly service: string;
  readonly timeoutSeconds: number;
  /** Where somebody outside the app has to find it; CloudFormation's own name otherwise. */
  readonly functionName?: string;
  /** Invocations at once, set aside for this function and at the same time its bound. */
  readonly reservedConcurrency?: number;
}

/**
 * A Lambda of the service: its own log group and a role that may write there and nothing else. What more it may do comes
 * from the `grant…` methods of what it uses, each of which also tells it by environment where that is.
 */
export class ServiceFunction extends Construct implements IGrantable {
  readonly lambda: Lambda;
  readonly service: string;
  readonly logGroup: LogGroup;
  readonly grantPrincipal: IPrincipal;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    this.service = props.service;
    this.logGroup = new LogGroup(this, 'Logs', {
      retention: props.settings.stage === 'prod' ? RetentionDays.ONE_YEAR : RetentionDays.ONE_MONTH,
      removalPolicy: props.settings.stage === 'prod' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // A role of our own: the one that CDK makes takes a managed policy for every log group of the account.
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(role);
    this.lambda = new Lambda(this, 'Function', {
      functionName: props.functionName,
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      // Memory buys processor time: signatures and TLS at 1 GB take a third of what they take at 256 MB.
      memorySize: 1024,
      timeout: Duration.seconds(props.timeoutSeconds),
      code: props.code,
      handler: 'index.handler',
      role,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      reservedConcurrentExecutions: props.reservedConcurrency,
      environment: { STAGE: props.settings.stage, POWERTOOLS_SERVICE_NAME: props.service },
    });
    this.grantPrincipal = role;
  }

  allow(actions: readonly string[], resources: readonly string[], conditions?: Record<string, unknown>): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources], conditions }));
  }

  /** Takes out of what is allowed, whatever else allows it. */
  forbid(actions: readonly string[], resources: readonly string[], conditions: Record<string, unknown>): void {
    this.lambda.addToRolePolicy(
      new PolicyStatement({ effect: Effect.DENY, actions: [...actions], resources: [...resources], conditions }),
    );
  }

  tell(variable: string, value: string): void {
    this.lambda.addEnvironment(variable, value);
  }
}
