import type { BaseRuntime, PortCapabilities } from '../runtime.ts';

/** What a stage has that a function can be granted. */
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

/** What a stage can pass to a function in an environment variable. */
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
  /** As in policies: denied, whatever else allows it. If absent, allowed. */
  readonly effect?: 'Deny';
  /** As in policies, in addition to those of the resource. */
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A capability in terms of AWS. What a stage does not have is neither granted nor passed. */
export interface Needs {
  readonly grants?: readonly Grant[];
  /** The variables that tell a function where to find things. */
  readonly environment?: Readonly<Record<string, StageFact>>;
}

/** What the ports of a Lambda function are made from. */
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
