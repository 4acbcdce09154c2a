import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from '../support/commands.ts';
import { say } from '../support/say.ts';
import type { Cloud } from './ministack.ts';

/** What the journey needs to know about a deployment. */
export interface Deployed {
  readonly stage: string;
  readonly apiId: string;
  /** Undefined if there is no CloudFront in front of the API. */
  readonly originSecretId: string | undefined;
  /** Whether the stage archives its changes. */
  readonly isArchived: boolean;
}

const root = join(import.meta.dirname, '../..');
const cdk = [process.execPath, join(root, 'node_modules/aws-cdk/bin/cdk')];
const quiet = ['--ci', '--no-notices', '--no-version-reporting', '--progress', 'events'];

/** Builds, bootstraps and deploys everything, as the README says. */
export async function deploy(commands: Commands, cloud: Cloud, options: readonly string[]): Promise<Deployed> {
  const environment = environmentOf(cloud);
  const inDirectory = (name: string) => join(commands.directory, name);
  await commands.run([process.execPath, join(root, 'scripts/build.ts')]);
  say('functions are bundled');
  await commands.run(
    [...cdk, 'bootstrap', ...options, '--output', inDirectory('cdk.bootstrap'), ...quiet],
    environment,
  );
  say('account is bootstrapped');
  const outputs = ['--output', inDirectory('cdk.out'), '--outputs-file', inDirectory('outputs.json')];
  await commands.run(
    [...cdk, 'deploy', '--all', '--require-approval', 'never', ...options, ...outputs, ...quiet],
    environment,
  );
  const stacks: Stacks = JSON.parse(readFileSync(inDirectory('outputs.json'), 'utf8'));
  say(`${Object.keys(stacks).length} of the stacks have outputs: ${Object.keys(stacks).join(', ')}`);
  return {
    stage: stageOf(stacks),
    apiId: output(stacks, 'Api', 'ExportsOutputRefApiHttpApi'),
    isArchived: hasStack(stacks, 'Archive'),
    originSecretId: hasStack(stacks, 'Edge') ? output(stacks, 'Foundation', 'ExportsOutputRefOriginSecret') : undefined,
  };
}

function environmentOf({ endpoint, region, credentials }: Cloud): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}

/** Outputs by stack, as `cdk deploy --outputs-file` writes them. */
type Stacks = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A value of a stack's output. The name of an export to another stack ends with a hash, so a prefix finds it. */
function output(stacks: Stacks, stack: string, prefix: string): string {
  const outputs = Object.entries(stacks).find(([name]) => name.endsWith(`-${stack}`))?.[1] ?? {};
  const value = Object.entries(outputs).find(([name]) => name.startsWith(prefix))?.[1];
  if (value === undefined) throw new Error(`Stack ${stack} has no output ${prefix}…, only ${Object.keys(outputs)}.`);
  return value;
}

/** `Sluice-dev-Foundation` -> `dev`. */
function stageOf(stacks: Stacks): string {
  const [, stage] = /^Sluice-(\w+)-/.exec(Object.keys(stacks)[0] ?? '') ?? [];
  if (!stage) throw new Error('No stack has an output.');
  return stage;
}

function hasStack(stacks: Stacks, stack: string): boolean {
  return Object.keys(stacks).some((name) => name.endsWith(`-${stack}`));
}
