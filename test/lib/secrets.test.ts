import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { usesOf } from '../../shared/contract/endpoint.ts';
import { allowing, type Statement, told } from './support/permissions.ts';
import { declaredFunctions, type Synthesized, synthesize } from './support/synthesize.ts';

const app = await synthesize();
const bare = await synthesize({ stage: 'dev', edge: false });
const { endpoints, workers, operations, sites } = await declaredFunctions();

/** Names of the functions whose roles may do something with a secret. */
function mayDo(of: Synthesized, action: string, secret: 'SealingSecret' | 'OriginSecret'): string[] {
  const policies = allowing(of, action).filter(({ statement }) => resources(statement).includes(secret));
  return policies.flatMap(({ roles }) => namesOf(roles)).sort();
}

function resources({ Resource }: Statement): string {
  return JSON.stringify(Resource);
}

/** `[{"Ref":"ShowNoteFunctionRole1234"}]` -> `shownote`, however names are written. */
function namesOf(roles: string): string[] {
  return [...roles.matchAll(/"(\w+?)FunctionRole\w+"/g)].map(([, name = '']) => plain(name));
}

const plain = (name: string) => name.replaceAll('-', '').toLowerCase();

const sealingEndpoints = endpoints
  .map(({ declaration }) => declaration)
  .filter((one) => usesOf(one).includes('sealing'));
const sealingOthers = [...workers, ...operations]
  .map(({ declaration }) => declaration)
  .filter((declaration) => declaration.uses?.some((one) => one === 'sealing' || one === 'secretRotation'));
const mayReadSealing = [
  ...sealingEndpoints.map(({ operation }) => operation),
  ...sealingOthers.map(({ name }) => name),
  // It verifies webhooks, whose secrets are sealed.
  'receive-canary',
].map(plain);

describe('a secret of the stage', () => {
  it('that seals may be read by those whose declaration needs it, and by no other', () => {
    expect(mayDo(app, 'secretsmanager:GetSecretValue', 'SealingSecret')).toEqual(mayReadSealing.sort());
    expect(told(app, 'SEALING_SECRET_ARN')).toHaveLength(mayReadSealing.length);
    expect(mayReadSealing).toEqual(expect.arrayContaining(['sendmails', 'members', 'removemember', 'getbalance']));
    for (const name of ['listmembers', 'getopenapi', 'routenotfound', 'suspend']) {
      expect(mayReadSealing).not.toContain(name);
    }
  });

  it('that proves the origin may be read by endpoints, where there is an edge, and by who rotates it', () => {
    const callable = [
      ...endpoints.map(({ declaration }) => declaration.operation),
      ...sites.map(({ declaration }) => declaration.name),
    ];
    const names = [...callable, 'rotate-secret'].map(plain);
    expect(mayDo(app, 'secretsmanager:GetSecretValue', 'OriginSecret')).toEqual(names.sort());
    expect(mayDo(bare, 'secretsmanager:GetSecretValue', 'OriginSecret')).toEqual([]);
  });

  it.each(['SealingSecret', 'OriginSecret'] as const)('%s may be written by its rotation alone', (secret) => {
    expect(mayDo(app, 'secretsmanager:PutSecretValue', secret)).toEqual(['rotatesecret']);
  });

  it('is written only there, and may be deleted, restored or handed on by nobody', () => {
    const actions = app
      .resources('AWS::IAM::Policy')
      .flatMap(({ Properties }) => (Properties.PolicyDocument.Statement as Statement[]).flatMap(({ Action }) => Action))
      .filter((action) => action.startsWith('secretsmanager:'));
    expect(new Set(actions)).toEqual(new Set(['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue']));
  });

  it('that the edge sends is told to its rotation, after the edge was deployed with it', async () => {
    const originSecretVersion = 'b'.repeat(64);
    const rotated = await synthesize({ originSecretVersion });
    expect(told(rotated, 'ORIGIN_SECRET_VERSION')).toEqual([expect.stringContaining('rotate-secret')]);
    const stacks = rotated.app.node.children.filter((child) => Stack.isStack(child));
    const operationsStack = stacks.find(({ stackName }) => stackName.endsWith('-Operations'));
    expect(operationsStack?.dependencies.map(({ stackName }) => stackName)).toContain('Sluice-prod-Edge');
  });
});
