import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import cdkJson from '../../../cdk.json' with { type: 'json' };
import {
  discoverCanary,
  discoverEndpoints,
  discoverOperations,
  discoverSites,
  discoverWorkers,
} from '../../../functions/discover.ts';
import { composeStacks, type Functions } from '../../../lib/compose-stacks.ts';
import type { CodeOf } from '../../../lib/function-code.ts';
import { readSettings, type Settings } from '../../../lib/settings.ts';

export interface Resource {
  readonly Type: string;
  /** Whatever shape CloudFormation gives them. */
  readonly Properties: ReturnType<typeof JSON.parse>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export const production = readSettings(
  (key) =>
    ({
      stage: 'prod',
      domainName: 'api.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
      mailFrom: 'sluice@mail.example.com',
      alarmEmail: 'alarms@example.com',
    })[key],
  {},
);

/** Templates need no bundles: what a function does is not in them. The code names the file that it stands for. */
const standIn: CodeOf = (file) => Code.fromInline(`// functions/${file}\nexport const handler = () => {};`);

export async function declaredFunctions(): Promise<Functions> {
  return {
    endpoints: await discoverEndpoints(),
    workers: await discoverWorkers(),
    operations: await discoverOperations(),
    sites: await discoverSites(),
    canary: await discoverCanary(),
  };
}

/** An app takes seconds to make, and tests only look at it: each is made once. */
const synthesized = new Map<string, Promise<Synthesized>>();

/**
 * The stage's app, as `cdk synth` would make it of what `functions/` declares.
 * @param more endpoints of the test, beside those of `functions/`
 */
export function synthesize(settings: Partial<Settings> = {}, more: Functions['endpoints'] = []): Promise<Synthesized> {
  const chosen = { ...production, ...settings };
  const key = JSON.stringify([chosen, more.map(({ file }) => file)]);
  const known = synthesized.get(key) ?? compose(chosen, more);
  synthesized.set(key, known);
  return known;
}

async function compose(settings: Settings, more: Functions['endpoints']) {
  const app = new App({ context: cdkJson.context, analyticsReporting: false, stackTraces: false });
  const functions = await declaredFunctions();
  composeStacks(app, settings, { ...functions, endpoints: [...functions.endpoints, ...more] }, standIn);
  const stacks = app.node.children.filter((child) => Stack.isStack(child));
  const templates = new Map(stacks.map((stack) => [stack.stackName, Template.fromStack(stack)]));
  return {
    app,
    templates,
    /** By the last part of its name: `Foundation`. */
    template(name: string): Template {
      const template = templates.get(`Sluice-${settings.stage}-${name}`);
      if (!template) throw new Error(`There is no stack ${name}, only ${[...templates.keys()].join(', ')}.`);
      return template;
    },
    /** Of all stacks together. */
    resources(type: string): Resource[] {
      return [...templates.values()].flatMap((template) => Object.values(template.findResources(type)) as Resource[]);
    },
  };
}

export type Synthesized = Awaited<ReturnType<typeof compose>>;
