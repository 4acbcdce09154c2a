import type { BaseRuntime, PortCapabilities } from '../runtime.ts';

/** A resource of a stage to which a function can be granted access. */
export type Resource =
  | 'tableKey'
  | 'recipients'
  | 'sandboxPayments'
  | 'sealingSecret'
  | 'originSecret'
  | 'mailSender'
  | 'screeningList'
  | 'eventBus'
  | 'archiveBucket'
  | 'archivedChanges'
  | 'archiveKey'
  | 'canaryKey'
  | 'connectionsKey'
  | 'signerKeys'
  | 'vaultKeys'
  | 'keyAliases';

/** A fact that a stage can pass to a function in an environment variable. */
export type StageFact =
  | 'sandboxPaymentsTable'
  | 'sealingSecretArn'
  | 'originSecretArn'
  | 'originSecretVersion'
  | 'pagesUrl'
  | 'mailFrom'
  | 'screeningList'
  | 'eventBusName'
  | 'heartbeatMinutes'
  | 'archiveBucketName'
  | 'tableStreamArn'
  | 'canaryKeyArn'
  | 'connectionsKeyArn'
  | 'apiOrigin'
  | 'sessionIssuer'
  | 'sessionClientId';

export interface Grant {
  readonly actions: readonly string[];
  readonly on: Resource;
  /** As in IAM policies: `Deny` overrides every grant. If absent, the actions are allowed. */
  readonly effect?: 'Deny';
  /** As in IAM policies, in addition to the conditions of the resource. */
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The AWS permissions and settings of a capability. Whatever a stage does not have is neither granted nor passed. */
export interface Needs {
  readonly grants?: readonly Grant[];
  /** The variables that tell a function where to find things. */
  readonly environment?: Readonly<Record<string, StageFact>>;
}

/** Everything from which the ports of a Lambda function are made. */
export interface LambdaPlace extends Pick<BaseRuntime, 'clock' | 'log' | 'store'> {
  readonly environment: NodeJS.ProcessEnv;
}

/** A capability whose ports are in the runtime itself. */
export interface PortCapability<Name extends keyof PortCapabilities = keyof PortCapabilities> extends Needs {
  /** Absent if every function has the port, and only its grant is needed. */
  readonly ports?: (place: LambdaPlace) => PortCapabilities[Name];
}

/** @throws Error if the stage has not set the variable */
export function required({ environment }: Pick<LambdaPlace, 'environment'>, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`the environment variable ${name} is not set`);
  return value;
}
