import type { Commands } from '../../../scripts/support/commands.ts';
import { say } from '../../../scripts/support/say.ts';
import { type Assembly, bootstrap, deployStacks, type Outputs, synthesize } from './assembly.ts';
import type { Cloud } from './ministack.ts';
import { refusedUpdates } from './refused-updates.ts';
import { root } from './root.ts';

/** What the journey needs to know about a deployment. */
export interface Deployed {
  readonly stage: string;
  readonly apiId: string;
  /** Of the HTTP API that answers pages and documentation. Without CloudFront there is one API for everything. */
  readonly webApiId: string;
  readonly tableName: string;
  /** Undefined if there is no CloudFront in front of the API. */
  readonly originSecretId: string | undefined;
  /** Of the bus that carries every event. Undefined if the stage has none. */
  readonly busName: string | undefined;
  /** Whether the stage archives its changes. */
  readonly isArchived: boolean;
}

/** The release before, and this one. */
export interface Releases {
  /** Undefined where the release before is not at hand. */
  readonly before: Assembly | undefined;
  readonly now: Assembly;
}

/**
 * Builds both releases, bootstraps, and deploys the release before and then this one over it, as the README says.
 * @param before the folder of the release before
 * @throws Error when CloudFormation would refuse to update the stacks of the release before
 */
export async function deploy(
  commands: Commands,
  cloud: Cloud,
  before: Promise<string | undefined>,
  options: readonly string[],
): Promise<{ readonly releases: Releases; readonly deployed: Deployed }> {
  const ofBefore = before.then((folder) =>
    folder === undefined ? undefined : synthesize(commands, cloud, { folder, name: 'cdk.before', options }),
  );
  const ofNow = synthesize(commands, cloud, { folder: root, name: 'cdk.now', options }).then(async (assembly) => {
    say('functions are bundled');
    await bootstrap(commands, cloud, assembly);
    say('account is bootstrapped');
    return assembly;
  });
  const [beforeThis, now] = await Promise.all([ofBefore, ofNow]);
  if (beforeThis) {
    const refused = refusedUpdates(beforeThis.templates, now.templates);
    if (refused.length > 0) throw new Error(`CloudFormation would refuse this release:\n${refused.join('\n')}`);
    await deployStacks(commands, cloud, beforeThis);
    say('the release before is deployed');
  }
  const outputs = await deployStacks(commands, cloud, now);
  say(`this release is deployed; ${Object.keys(outputs).length} of its stacks have outputs`);
  return { releases: { before: beforeThis, now }, deployed: describe(outputs, now) };
}

/** This release with the edge sending a version of the origin secret, as the runbook says after a rotation. */
export function withOriginSecret(
  commands: Commands,
  cloud: Cloud,
  version: string,
  options: readonly string[],
): Promise<Assembly> {
  const withVersion = [...options, '-c', `originSecretVersion=${version}`];
  return synthesize(commands, cloud, { folder: root, name: 'cdk.rotated', options: withVersion, isBuilt: true });
}

function describe(outputs: Outputs, { templates }: Assembly): Deployed {
  const [, stage] = /^Sluice-(\w+)-/.exec(Object.keys(outputs)[0] ?? '') ?? [];
  if (!stage) throw new Error('No stack has an output.');
  const hasEdge = [...templates.keys()].some((name) => name.endsWith('-Edge'));
  const apiId = output(outputs, 'Api', 'ExportsOutputRefApiHttpApi');
  return {
    stage,
    apiId,
    webApiId: hasEdge ? output(outputs, 'Web', 'ExportsOutputRefWebHttpApi') : apiId,
    tableName: output(outputs, 'Foundation', 'ExportsOutputRefPaymentsTable'),
    busName: findOutput(outputs, 'Workers', 'FeedName'),
    isArchived: [...templates.keys()].some((name) => name.endsWith('-Archive')),
    originSecretId: hasEdge ? output(outputs, 'Foundation', 'ExportsOutputRefOriginSecret') : undefined,
  };
}

function output(stacks: Outputs, stack: string, prefix: string): string {
  const value = findOutput(stacks, stack, prefix);
  if (value === undefined) throw new Error(`Stack ${stack} has no output ${prefix}….`);
  return value;
}

/** A value of a stack's output. The name of an export to another stack ends with a hash, so a prefix finds it. */
function findOutput(stacks: Outputs, stack: string, prefix: string): string | undefined {
  const outputs = Object.entries(stacks).find(([name]) => name.endsWith(`-${stack}`))?.[1] ?? {};
  return Object.entries(outputs).find(([name]) => name.startsWith(prefix))?.[1];
}
