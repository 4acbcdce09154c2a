import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from '../../../scripts/support/commands.ts';
import type { Cloud } from './ministack.ts';

/** A CloudFormation template, as far as it is looked at here. */
export interface Template {
  readonly Resources?: Readonly<Record<string, { readonly Type: string; readonly Properties?: unknown }>>;
  readonly Outputs?: Readonly<Record<string, { readonly Export?: { readonly Name?: unknown } }>>;
}

/** What `cdk synth` makes of a release: its bundles, and a template for each stack. */
export interface Assembly {
  readonly directory: string;
  /** The command line of the release's own CDK. */
  readonly cdk: readonly string[];
  /** By the name of the stack. */
  readonly templates: ReadonlyMap<string, Template>;
}

interface Synthesis {
  /** The release's folder, with its packages installed. */
  readonly folder: string;
  readonly name: string;
  readonly options: readonly string[];
  /** Its bundles are there from an earlier synthesis. */
  readonly isBuilt?: boolean;
}

const quiet = ['--ci', '--no-notices', '--no-version-reporting'];

/** Bundles a release and makes its templates. */
export async function synthesize(
  commands: Commands,
  cloud: Cloud,
  { folder, name, options, isBuilt }: Synthesis,
): Promise<Assembly> {
  const directory = join(commands.directory, name);
  const cdk = [process.execPath, join(folder, 'node_modules/aws-cdk/bin/cdk')];
  // `cdk.json` builds by itself.
  const build = isBuilt ? ['--build', 'true'] : [];
  await commands.run(
    [...cdk, 'synth', '--quiet', ...build, ...options, '--output', directory, ...quiet],
    environmentOf(cloud),
    folder,
  );
  return { directory, cdk, templates: templatesIn(directory) };
}

function templatesIn(directory: string): Map<string, Template> {
  const read = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const { artifacts } = read('manifest.json') as { artifacts: Record<string, Artifact> };
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  return new Map(stacks.map(([name, { properties }]) => [name, read(properties?.templateFile ?? '') as Template]));
}

interface Artifact {
  readonly type: string;
  readonly properties?: { readonly templateFile?: string };
}

/** Makes what CDK needs in the account. */
export async function bootstrap(commands: Commands, cloud: Cloud, { cdk, directory }: Assembly): Promise<void> {
  await commands.run([...cdk, 'bootstrap', '--app', directory, ...quiet], environmentOf(cloud), commands.directory);
}

/** Outputs by stack, as `cdk deploy --outputs-file` writes them. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Deploys stacks one after another, as `npm run deploy` does.
 * @param stacks names of some stacks, which are deployed without those that they depend on; all when absent
 */
export async function deployStacks(
  commands: Commands,
  cloud: Cloud,
  { cdk, directory }: Assembly,
  stacks?: readonly string[],
): Promise<Outputs> {
  const file = `${directory}.outputs.json`;
  const which = stacks ? ['--exclusively', ...stacks] : ['--all'];
  const options = ['--require-approval', 'never', '--progress', 'events', '--outputs-file', file];
  // Not in a release's folder: its `cdk.json` would build it again.
  await commands.run(
    [...cdk, 'deploy', '--app', directory, ...which, ...options, ...quiet],
    environmentOf(cloud),
    commands.directory,
  );
  return JSON.parse(readFileSync(file, 'utf8')) as Outputs;
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
