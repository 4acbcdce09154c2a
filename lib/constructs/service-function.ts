import { Duration } from 'aws-cdk-lib';
import { type IGrantable, type IPrincipal, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type Code,
  Function as Lambda,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { outlivesInProduction } from '../removal.ts';
import type { Settings } from '../settings.ts';

export interface ServiceFunctionProps {
  readonly settings: Settings;
  readonly code: Code;
  readonly description: string;
  /** The name of the function in its log lines. */
  readonly service: string;
  readonly timeoutSeconds: number;
  /** Set if someone outside the app must find the function; otherwise CloudFormation names it. */
  readonly functionName?: string;
  /** Concurrent invocations that are reserved for this function, which is also their limit. */
  readonly reservedConcurrency?: number;
  /** Whether the function may start itself again through what it sends. Lambda stops any other function that does. */
  readonly allowsChains?: boolean;
}

/**
 * A Lambda function of the service: its own log group, and a role that can write there and nothing else. The `grant…`
 * methods of what the function uses add permissions, and set the environment variables with their locations.
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
      removalPolicy: outlivesInProduction(props.settings),
    });
    // Our own role, because the one that CDK creates has a managed policy for every log group of the account.
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(role);
    this.lambda = new Lambda(this, 'Function', {
      functionName: props.functionName,
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      // Memory buys processor time: signatures and TLS at 1 GB take a third of the time they take at 256 MB.
      memorySize: 1024,
      timeout: Duration.seconds(props.timeoutSeconds),
      code: props.code,
      handler: 'index.handler',
      role,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Lambda's own lines are logged only if an invocation failed, because every function writes its own line, and
      // Lambda's cost more.
      systemLogLevelV2: SystemLogLevel.WARN,
      reservedConcurrentExecutions: props.reservedConcurrency,
      recursiveLoop: props.allowsChains ? RecursiveLoop.ALLOW : undefined,
      environment: { STAGE: props.settings.stage, POWERTOOLS_SERVICE_NAME: props.service },
    });
    this.grantPrincipal = role;
  }

  allow(actions: readonly string[], resources: readonly string[], conditions?: Record<string, unknown>): void {
    this.state(new PolicyStatement({ actions: [...actions], resources: [...resources], conditions }));
  }

  /** Adds a statement to the policy of its role. */
  state(statement: PolicyStatement): void {
    this.lambda.addToRolePolicy(statement);
  }

  tell(variable: string, value: string): void {
    this.lambda.addEnvironment(variable, value);
  }
}
