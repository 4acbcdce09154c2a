import { describe, expect, test } from 'vitest';
import { proveIdentity } from '../../../operator/target/prove-identity.ts';
import { stsOperators } from '../../../shared/adapters/sts-operators.ts';
import { stsEndpoint } from '../../../shared/contract/operator-proof.ts';
import type { ServiceError } from '../../../shared/ground/errors/service-error.ts';
import { withinTime } from '../../../shared/ground/time/time-left.ts';
import type { AskedOperation } from '../../../shared/ports/operators.ts';
import { halfAnswer, silentServer } from '../../support/silent-server.ts';
import { identityAnswer, type KnownCaller, type OtherAnswer, startSts } from '../../support/sts-server.ts';

const account = '123456789012';
const ada: KnownCaller = { secretAccessKey: 'secret-of-ada', arn: `arn:aws:iam::${account}:user/ada`, account };
const bob: KnownCaller = {
  secretAccessKey: 'secret-of-bob',
  sessionToken: 'token+of/bob==',
  arn: `arn:aws:sts::${account}:assumed-role/AWSReservedSSO_Operators_0123456789abcdef/bob@example.com`,
  account,
};
const callers = { AKIAADA: ada, ASIABOB: bob };

const asked = { operation: 'adjust', input: { amount: '5.00', reason: 'fee' }, idempotencyKey: 'k' };
const stage = { stage: 'prod', region: 'eu-west-1', account };

interface Signing {
  readonly keyId?: keyof typeof callers;
  readonly secretAccessKey?: string;
  readonly region?: string;
  readonly stage?: string;
  readonly request?: Omit<AskedOperation, 'proof'>;
  readonly sts: URL;
}

/** Signs as the command line does. */
function prove({ keyId = 'AKIAADA', region = stage.region, request = asked, sts, ...other }: Signing) {
  const { secretAccessKey, sessionToken } = { ...callers[keyId], ...other };
  const credentials = { accessKeyId: keyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  const bound = { stage: other.stage ?? stage.stage, ...request };
  return proveIdentity({ credentials: async () => credentials, region: async () => region }, bound, sts);
}

/** Who operates by a proof, as a function of the stage finds out. */
function identify(sts: URL, proof: unknown, { request = asked, aheadMs = 0 } = {}): Promise<string> {
  return stsOperators({ ...stage, sts }, () => Date.now() + aheadMs)({ ...request, proof });
}

async function refusal(identified: Promise<string>): Promise<Pick<ServiceError, 'type' | 'status' | 'message'>> {
  const failure = await identified.then(
    (operator) => expect.fail(`taken for ${operator}`),
    (error: ServiceError) => error,
  );
  return { type: failure.type, status: failure.status, message: failure.message };
}

describe('a signature', () => {
  test('tells who operates: a user of IAM, and somebody of Identity Center with temporary credentials', async () => {
    const { url, bodies } = await startSts(callers);
    expect(await identify(url, await prove({ sts: url }))).toBe(ada.arn);
    expect(await identify(url, await prove({ sts: url, keyId: 'ASIABOB' }))).toBe(bob.arn);
    expect(new Set(bodies)).toEqual(new Set(['Action=GetCallerIdentity&Version=2011-06-15']));
  });

  test('covers an input whose absent fields are left out on the way', async () => {
    const { url } = await startSts(callers);
    const request = { operation: 'show', input: { organizationId: 'org', cursor: undefined } };
    const proof = await prove({ sts: url, request });
    const received = JSON.parse(JSON.stringify({ ...request, proof }));
    expect(await stsOperators({ ...stage, sts: url }, Date.now)(received)).toBe(ada.arn);
  });

  test.each<[string, object]>([
    ['another operation', { operation: 'credit-deposit' }],
    ['another amount', { input: { ...asked.input, amount: '500.00' } }],
    ['another key', { idempotencyKey: 'other' }],
    ['no key', { idempotencyKey: undefined }],
  ])('is not good for %s', async (_name, change) => {
    const { url, bodies } = await startSts(callers);
    const proof = await prove({ sts: url });
    const refused = await refusal(identify(url, proof, { request: { ...asked, ...change } }));
    expect(refused).toMatchObject({
      type: 'UNAUTHORIZED',
      message: expect.stringContaining('another stage, operation'),
    });
    expect(bodies).toEqual([]);
  });

  test('is not good for another stage', async () => {
    const { url } = await startSts(callers);
    const proof = await prove({ sts: url, stage: 'dev' });
    expect(await refusal(identify(url, proof))).toMatchObject({ type: 'UNAUTHORIZED' });
  });

  test('that was rebound to another request is refused by STS', async () => {
    const { url, bodies } = await startSts(callers);
    const request = { ...asked, operation: 'credit-deposit' };
    const { 'x-sluice-operation': binding } = await prove({ sts: url, request });
    const proof = { ...(await prove({ sts: url })), 'x-sluice-operation': binding };
    const refused = await refusal(identify(url, proof, { request }));
    expect(refused).toMatchObject({ type: 'UNAUTHORIZED', message: expect.stringContaining('SignatureDoesNotMatch') });
    expect(bodies).not.toEqual([]);
  });

  test.each([
    ['too old', 61_001],
    ['ahead', -6_001],
  ])('%s is refused', async (_name, aheadMs) => {
    const { url, bodies } = await startSts(callers);
    const proof = await prove({ sts: url });
    const refused = await refusal(identify(url, proof, { aheadMs }));
    expect(refused).toMatchObject({ type: 'UNAUTHORIZED', message: expect.stringContaining('set your clock') });
    expect(bodies).toEqual([]);
  });

  test.each([
    ['nearly a minute old', 55_000],
    ['a little ahead', -3_000],
  ])('%s is taken', async (_name, aheadMs) => {
    const { url } = await startSts(callers);
    expect(await identify(url, await prove({ sts: url }), { aheadMs })).toBe(ada.arn);
  });

  test('does not count by a date that it was not made with', async () => {
    const { url } = await startSts(callers);
    const proof = await prove({ sts: url });
    const later = new Date(Date.now() + 50_000).toISOString().replace(/[-:]|\.\d+/g, '');
    const refused = await refusal(identify(url, { ...proof, 'x-amz-date': later }, { aheadMs: 100_000 }));
    expect(refused.type).toBe('UNAUTHORIZED');
  });

  test('by another secret is refused by STS', async () => {
    const { url } = await startSts(callers);
    const proof = await prove({ sts: url, secretAccessKey: 'guessed' });
    expect(await refusal(identify(url, proof))).toMatchObject({ type: 'UNAUTHORIZED' });
  });

  test('for another host is refused, and only STS of the region is asked', async () => {
    const { url } = await startSts(callers);
    const foreign = await startSts(callers);
    const proof = await prove({ sts: foreign.url });
    expect(await refusal(identify(url, proof))).toMatchObject({ type: 'UNAUTHORIZED' });
    expect(foreign.bodies).toEqual([]);
  });

  test('for another region is refused', async () => {
    const { url, bodies } = await startSts(callers);
    const proof = await prove({ sts: url, region: 'us-east-1' });
    expect(await refusal(identify(url, proof))).toMatchObject({ message: expect.stringContaining('STS in eu-west-1') });
    expect(bodies).toEqual([]);
  });
});

describe('a proof', () => {
  const unbound = (text: string) => text.replace(';x-sluice-operation', '');
  test.each<[string, (proof: Record<string, string>) => unknown]>([
    ['that is absent', () => undefined],
    ['that is a name', () => ada.arn],
    ['with a header more', (proof) => ({ ...proof, host: 'sts.example.com' })],
    ['with a URL', (proof) => ({ ...proof, url: 'https://sts.example.com' })],
    ['with a body', (proof) => ({ ...proof, body: 'Action=GetSessionToken&Version=2011-06-15' })],
    ['whose binding is not signed', (proof) => ({ ...proof, authorization: unbound(proof.authorization ?? '') })],
    ['without a binding', ({ 'x-sluice-operation': _, ...proof }) => proof],
    ['with a token that is not signed', (proof) => ({ ...proof, 'x-amz-security-token': 'token' })],
    ['with two lines', (proof) => ({ ...proof, authorization: `${proof.authorization}\r\nhost: a` })],
    ['that is too long', (proof) => ({ ...proof, 'x-amz-security-token': 'a'.repeat(16_385) })],
    ['with a list', (proof) => ({ ...proof, 'x-amz-date': [proof['x-amz-date']] })],
  ])('%s is refused, and STS is not asked', async (_name, change) => {
    const { url, bodies } = await startSts(callers);
    const proof = change(await prove({ sts: url }));
    expect(await refusal(identify(url, proof))).toMatchObject({ type: 'UNAUTHORIZED', status: 401 });
    expect(bodies).toEqual([]);
  });
});

describe('an identity', () => {
  const other = '210987654321';
  test.each([
    ['of another account', `arn:aws:iam::${other}:user/ada`, other],
    ['of another account than its name says', `arn:aws:iam::${other}:user/ada`, account],
    ['of a federated user, who chose the name', `arn:aws:sts::${account}:federated-user/ada`, account],
    ['of a service', `arn:aws:sts::${account}:service/ada`, account],
    ['of a name that is too long', `arn:aws:iam::${account}:user/${'p'.repeat(150)}/${'n'.repeat(64)}`, account],
  ])('%s is no operator', async (_name, arn, of) => {
    const { url } = await startSts(callers, [{ status: 200, body: identityAnswer({ arn, account: of }) }]);
    expect(await refusal(identify(url, await prove({ sts: url })))).toMatchObject({ type: 'FORBIDDEN', status: 403 });
  });
});

describe('what STS answers', () => {
  const inDoubt = { type: 'INTERNAL', status: 503, message: expect.stringContaining('nothing was done') };
  const good = identityAnswer(ada);

  test.each<[string, OtherAnswer]>([
    ['too much', { status: 200, body: good.padEnd(9_000) }],
    ['nothing', { status: 200, body: '' }],
    ['JSON', { status: 200, body: JSON.stringify({ Arn: ada.arn, Account: account, UserId: 'AIDA' }) }],
    ['two names', { status: 200, body: good.replace('<Arn>', `<Arn>${bob.arn}</Arn><Arn>`) }],
    [
      'a name that hides another',
      { status: 200, body: good.replace('<UserId>AIDAEXAMPLE</UserId>', `<Arn>${bob.arn}</Arn>`) },
    ],
    ['the answer of another call', { status: 200, body: good.replaceAll('GetCallerIdentity', 'GetSessionToken') }],
    ['a redirection', { status: 307, body: '', headers: { location: 'http://127.0.0.1:1/' } }],
    ['that it is out of order', { status: 500, body: good }],
    ['that it has too much to do', { status: 400, body: '<Error><Code>Throttling</Code></Error>' }],
  ])('%s is not believed', async (_name, answer) => {
    const { url } = await startSts(
      callers,
      Array.from({ length: 3 }, () => answer),
    );
    expect(await refusal(identify(url, await prove({ sts: url })))).toMatchObject(inDoubt);
  });

  test('once in vain is asked again', async () => {
    const { url, bodies } = await startSts(callers, [{ status: 500, body: '' }]);
    expect(await identify(url, await prove({ sts: url }))).toBe(ada.arn);
    expect(bodies.length).toBeGreaterThan(1);
  });

  test.each([
    ['nothing', ''],
    ['half an answer', halfAnswer],
  ])('after %s is not waited for longer than the invocation lasts', async (_name, says) => {
    const { endpoint } = await silentServer(says);
    const url = new URL(endpoint);
    const proof = await prove({ sts: url });
    expect(await refusal(withinTime(3_000, () => identify(url, proof)))).toMatchObject(inDoubt);
  });

  test('by nobody is no answer', async () => {
    const url = new URL('http://127.0.0.1:1');
    expect(await refusal(identify(url, await prove({ sts: url })))).toMatchObject(inDoubt);
  });
});

test('STS is that of the region, unless the environment that tells the SDK names another', () => {
  expect(stsEndpoint('eu-west-1', {}).href).toBe('https://sts.eu-west-1.amazonaws.com/');
  expect(stsEndpoint('eusc-de-east-1', {}).href).toBe('https://sts.eusc-de-east-1.amazonaws.eu/');
  expect(stsEndpoint('cn-north-1', {}).href).toBe('https://sts.cn-north-1.amazonaws.com.cn/');
  expect(stsEndpoint('eu-west-1', { AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' }).href).toBe('http://127.0.0.1:4566/');
  const both = { AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_ENDPOINT_URL_STS: 'http://127.0.0.1:2' };
  expect(stsEndpoint('eu-west-1', both).href).toBe('http://127.0.0.1:2/');
  expect(() => stsEndpoint('evil.example.com/', {})).toThrow('not the name of a region');
});
