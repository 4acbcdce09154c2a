import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { auditRows, expectError } from '../../../support/answers.ts';
import { type Intercept, lostAnswer, transactionConflict } from '../../../support/faults.ts';
import { TopUpScene } from './support.ts';

let scene: TopUpScene;

beforeEach(async () => {
  scene = await TopUpScene.start();
});

const silent = async () => {
  throw new Error('no answer');
};

async function revokeKey(): Promise<void> {
  const { service, organization } = scene;
  const owner = await service.member(organization.organizationId, 'owner');
  const revoked = await service.call(
    'DELETE',
    `/organizations/${organization.organizationId}/api-keys/${organization.key.id}`,
    owner,
  );
  expect(revoked.status, revoked.text).toBe(200);
}

test('access that is withdrawn before the intent stands refuses it', async () => {
  const withdrawing: Intercept = async (call, send) => {
    if (call.name === 'TransactWrite') await revokeKey();
    return send();
  };
  expectError(await scene.topUp({ through: scene.process(once(withdrawing)) }), 'UNAUTHORIZED');
  expect(scene.processor.heard).toEqual([]);
  expect(await scene.intents()).toEqual([]);
});

/** Only the first call of the kind that it acts on. */
function once(intercept: Intercept): Intercept {
  let isDone = false;
  return (call, send) => {
    if (isDone || call.name !== 'TransactWrite') return send();
    isDone = true;
    return intercept(call, send);
  };
}

test.each([
  ['while the processor is asked', false],
  ['before the worker resumes', true],
])('access that is withdrawn %s does not keep the outcome from the books', async (_, isSilent) => {
  scene.processor.onTheWay = async (go) => {
    await revokeKey();
    return isSilent ? silent() : go();
  };
  const answer = await scene.topUp();
  scene.processor.onTheWay = (go) => go();
  await scene.resumeAfter(60_000);
  expect(answer.status).toBe(isSilent ? 500 : 201);
  const rows = await auditRows(scene.service, scene.organization);
  expect(rows.filter(({ action }) => action === 'test.top-up')).toMatchObject([{ outcome: 'succeeded' }]);
  const [intent] = await scene.intents();
  expect(intent).toMatchObject({ state: 'settled', said: 'done' });
});

test('a session may leave the idempotency key out where only API keys need one; then it runs each time', async () => {
  const owner = await scene.service.member(scene.organization.organizationId, 'owner');
  expectError(await scene.topUpAs(scene.organization), 'IDEMPOTENCY_KEY_REQUIRED');
  for (let times = 0; times < 2; times += 1) expect((await scene.topUpAs(owner)).status).toBe(201);
  expect(await scene.credited()).toEqual(['5.00', '5.00']);
});

test.each([
  ['it never arrived', false],
  ['it took effect', true],
])('without a key, a lost answer to the intent is not known: %s', async (_, tookEffect) => {
  const owner = await scene.service.member(scene.organization.organizationId, 'owner');
  const losing: Intercept = async (call, send) => {
    if (call.name === 'Get') throw lostAnswer();
    if (call.name !== 'TransactWrite') return send();
    if (tookEffect) await send();
    throw lostAnswer();
  };
  const isLost = (body: string) => body.includes('INTENT#');
  const intercept: Intercept = (call, send) => (isLost(JSON.stringify(call.input)) ? losing(call, send) : send());
  expectError(await scene.topUpAs(owner, scene.process(intercept)), 'PAYOUT_OUTCOME_UNKNOWN', { status: 500 });
  await scene.resumeAfter(60_000);
  expect(await scene.credited()).toEqual(tookEffect ? ['5.00'] : []);
  const rows = await auditRows(scene.service, scene.organization);
  expect(rows.filter(({ action }) => action === 'test.top-up')).toMatchObject([
    tookEffect ? { outcome: 'succeeded' } : { outcome: 'refused', errorType: 'PAYOUT_OUTCOME_UNKNOWN' },
  ]);
});

test('without a key, nobody is told to send the same key again', async () => {
  const owner = await scene.service.member(scene.organization.organizationId, 'owner');
  scene.processor.onTheWay = silent;
  const { body } = await scene.topUpAs(owner);
  expect(body.type).toBe('PAYOUT_OUTCOME_UNKNOWN');
  expect(body.detail).toContain('look for the deposit in events');
  expect(body.detail).not.toContain('key');
});

test('without a key, an intent that is found although its answer was lost is carried out', async () => {
  const owner = await scene.service.member(scene.organization.organizationId, 'owner');
  const losing: Intercept = async (call, send) => {
    const answer = await send();
    if (call.name === 'TransactWrite' && JSON.stringify(call.input).includes('"open"')) throw lostAnswer();
    return answer;
  };
  expect((await scene.topUpAs(owner, scene.process(losing))).status).toBe(201);
  expect(await scene.credited()).toEqual(['5.00']);
});

test('without a key, an intent that was sent twice, and refused the second time, is carried out', async () => {
  const owner = await scene.service.member(scene.organization.organizationId, 'owner');
  const twice: Intercept = async (call, send) => {
    if (call.name !== 'TransactWrite' || !JSON.stringify(call.input).includes('"open"')) return send();
    // The table forgets after ten minutes which transactions it has seen.
    scene.service.clock.advance(1_000);
    await send();
    throw transactionConflict();
  };
  expect((await scene.topUpAs(owner, scene.process(twice))).status).toBe(201);
  expect(await scene.credited()).toEqual(['5.00']);
});

/** What the table answers to an intent that was sent twice, where its record is gone by then. */
const sentTwice = () =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
  });

test.each([
  ['its answer is lost', lostAnswer],
  ['it is sent twice', sentTwice],
])('a request that stands still until a worker has settled its intent answers what is stored: %s', async (_, fails) => {
  const standingStill: Intercept = async (call, send) => {
    const answer = await send();
    if (call.name !== 'TransactWrite' || !JSON.stringify(call.input).includes('"open"')) return answer;
    await scene.resumeAfter(60_000);
    throw fails();
  };
  const through = scene.process(standingStill);
  expectError(await scene.topUp({ amount: '5.13', through }), 'PROVIDER_REJECTED');
  const rows = await auditRows(scene.service, scene.organization);
  expect(rows.filter(({ action }) => action === 'test.top-up')).toMatchObject([{ errorType: 'PROVIDER_REJECTED' }]);
  expect(await scene.record()).toBeUndefined();
});
