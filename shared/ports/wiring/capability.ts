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
  | 'vaultKeys';

/** What a stage can tell a function by an environment variable. */
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
  /** As policies say it: denied, whatever else allows it. Absent: allowed. */
  readonly effect?: 'Deny';
  /** As policies say them, besides those of the resource. */
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What a capability is to AWS. What a stage does not have is neither granted nor told. */
export interface Needs {
  readonly grants?: readonly Grant[];
  /** The variables that tell a function where to find things. */
  readonly environment?: Readonly<Record<string, StageFact>>;
}

/** What the ports of a Lambda function are made of. */
export interface LambdaPlace extends Pick<BaseRuntime, 'clock' | 'log' | 'store'> {
  readonly environment: NodeJS.ProcessEnv;
}

/** A capability whose ports are in the runtime itself. */
export interface PortCapability<Name extends keyof PortCapabilities = keyof PortCapabilities> extends Needs {
  /** Absent where every function has the port, and only its grant is asked for. */
  readonly ports?: (place: LambdaPlace) => PortCapabilities[Name];
}

/** @throws Error where the stage has not told the function */
export function required({ environment }: Pick<LambdaPlace, 'environment'>, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`the environment variable ${name} is not set`);
  return value;
}
