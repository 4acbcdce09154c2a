import { isDeepStrictEqual } from 'node:util';
import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { usesOf } from '../../shared/contract/endpoint.ts';
import type { Capability } from '../../shared/ports/runtime.ts';
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

const readsChains = ({ uses = [] }: { readonly uses?: readonly Capability[] }) =>
  (['chain', 'transfers', 'depositChain', 'depositFlusher', 'walletInspection'] as const).some((name) =>
    uses.includes(name),
  );

const readsVaults = ({ uses = [] }: { readonly uses?: readonly Capability[] }) =>
  (['walletInspection', 'vaultPayer'] as const).some((name) => uses.includes(name));

/** The functions whose declaration is of one of these. */
const functionsOf = (isOne: typeof readsChains) =>
  [...endpoints, ...workers, ...operations]
    .map(({ declaration }) => declaration)
    .filter(isOne)
    .map((one) => plain('operation' in one ? one.operation : one.name))
    .sort();

describe('the key for the credentials of connections', () => {
  const isOfConnections = ({ statement }: { readonly statement: Statement }) =>
    resources(statement).includes('ConnectionsKey');

  const decrypting = (condition: unknown) =>
    allowing(app, 'kms:Decrypt')
      .filter(isOfConnections)
      .filter(({ statement }) => isDeepStrictEqual(statement.Condition, condition))
      .flatMap(({ roles }) => namesOf(roles))
      .sort();

  it('is decrypted with by those whose declaration uses connections alone, and by no function encrypted with', () => {
    expect(decrypting(undefined)).toEqual(['connections']);
    expect(allowing(app, 'kms:Encrypt').filter(isOfConnections)).toEqual([]);
  });

  it('opens the credentials of chains alone to whoever reads chains, and those of vaults to whoever pays or looks at wallets', () => {
    const [chains, vaults] = [functionsOf(readsChains), functionsOf(readsVaults)];
    expect(decrypting({ StringEquals: { 'kms:EncryptionContext:port': 'chain' } })).toEqual(chains);
    expect(decrypting({ StringEquals: { 'kms:EncryptionContext:port': 'vault' } })).toEqual(vaults);
    expect(vaults).toEqual(['advancevaults', 'createrecipient']);
    const statements = allowing(app, 'kms:Decrypt').filter(isOfConnections);
    const users = new Set(statements.flatMap(({ roles }) => namesOf(roles)));
    expect([...users].sort()).toEqual([...new Set(['connections', ...chains, ...vaults])].sort());
  });

  it('is rotated by AWS, has a name by which operators find it, and outlives a production stage', () => {
    const key = app
      .resources('AWS::KMS::Key')
      .find(({ Properties }) => Properties.Description === 'Sluice prod: credentials of connections');
    expect(key).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', Properties: { EnableKeyRotation: true } });
    const [alias] = app.resources('AWS::KMS::Alias');
    expect(alias?.Properties.AliasName).toBe('alias/Sluice-prod-connections');
  });
});

describe('the keys that sign on chains', () => {
  const mayUse = (action: string) =>
    allowing(app, action).filter(({ statement }) => resources(statement).includes(':key/*'));

  it('are those with an alias of the stage, show operators their accounts, and sign for the functions that flush and pay alone', () => {
    const asking = mayUse('kms:GetPublicKey');
    const conditionsOf = (statements: typeof asking) =>
      statements
        .flatMap(({ roles, statement: { Condition } }) => namesOf(roles).map((name) => [name, Condition]))
        .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
    const [signer, vault] = ['signer', 'vault'].map((kind) => ({
      'ForAnyValue:StringLike': { 'kms:ResourceAliases': `alias/Sluice-prod-${kind}-*` },
    }));
    const signing = [
      ['advanceflushes', signer],
      ['advancevaults', vault],
    ];
    expect(conditionsOf(mayUse('kms:Sign'))).toEqual(signing);
    expect(conditionsOf(asking)).toEqual([...signing, ['connections', signer], ['connections', vault]]);
  });
});

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
