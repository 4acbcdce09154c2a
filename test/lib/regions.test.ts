import { describe, expect, it } from 'vitest';
import { readSettings } from '../../lib/settings.ts';
import { type Synthesized, synthesize } from './support/synthesize.ts';

const regions = ['eu-west-1', 'ap-southeast-2'] as const;

/** Resources whose names are unique in an account, whatever their region. */
const global = /^AWS::(IAM::(Role|ManagedPolicy|User|Group)$|CloudFront::|S3::|Route53::|Budgets::)/;

/** Every name that a template gives by itself, of what `kind` says. */
function namesIn(app: Synthesized, kind: RegExp, inStack = /./): string[] {
  return [...app.templates]
    .filter(([stack]) => inStack.test(stack))
    .flatMap(([, template]) => Object.entries(template.toJSON().Resources as Resources))
    .filter(([, { Type }]) => kind.test(Type))
    .flatMap(([, { Type, Properties = {} }]) => givenNames(Properties).map((name) => `${Type} ${name}`));
}

type Resources = Record<string, { readonly Type: string; readonly Properties?: object }>;

/** Names at the root of the properties, or in what CloudFront and Budgets call the configuration. */
function givenNames(properties: object): string[] {
  return Object.entries(properties).flatMap(([key, value]) => {
    if (/Config$|^Budget$/.test(key) && typeof value === 'object') return givenNames(value);
    const isName = /^(Name|(Role|Bucket|Policy|ManagedPolicy|User|Group|Budget)Name)$/.test(key);
    return isName ? [typeof value === 'string' ? value : JSON.stringify(value)] : [];
  });
}

describe('the same stage in two regions', async () => {
  const [one, other] = await Promise.all(regions.map((region) => synthesize({ region })));
  if (!one || !other) throw new Error('both were asked for');

  it('has the same templates but for the name of the region', () => {
    const text = (app: Synthesized, region: string) =>
      [...app.templates].map(([name, template]) => [
        name,
        JSON.stringify(template.toJSON()).replaceAll(region, 'REGION'),
      ]);
    expect(text(other, regions[1])).toEqual(text(one, regions[0]));
  });

  it('would share its stacks in us-east-1 and the names that are unique in an account, so preflight refuses the second', () => {
    const inBoth = namesIn(one, global).filter((name) => namesIn(other, global).includes(name));
    expect(inBoth.map((name) => name.replace(/ .*/, ''))).toEqual([
      'AWS::CloudFront::OriginRequestPolicy',
      'AWS::CloudFront::ResponseHeadersPolicy',
    ]);
    const elsewhere = one.app.node.children.flatMap((child) =>
      'region' in child && child.region === 'us-east-1' && 'stackName' in child ? [child.stackName] : [],
    );
    expect(elsewhere).toEqual(['Sluice-prod-Firewall', 'Sluice-prod-EdgeLogs', 'Sluice-prod-EdgeAlarms']);
  });
});

it.each([
  'us-east-1',
  'eu-central-2',
  'ap-southeast-7',
  'me-central-1',
  'us-gov-west-1',
  'cn-northwest-1',
  'us-isob-east-1',
  'eu-isoe-west-1',
  'eusc-de-east-1',
])('%s is a region', (region) => {
  expect(readSettings((key) => ({ region })[key], {}).region).toBe(region);
});

it.each(['', 'Frankfurt', 'eu-west', 'eu-west-', 'eu_west-1', 'eu-west-1a', 'e-west-1', 'eu-west-1 ', 'eu-west-123'])(
  "'%s' is none",
  (region) => {
    expect(() => readSettings((key) => ({ region })[key], {})).toThrow('region must be an AWS region');
  },
);
