import { beforeEach, describe, expect, test } from 'vitest';
import { sandboxCorridors } from '../../../shared/providers/sandbox/corridors/catalog.ts';
import { approvalOf, guarded, vote } from '../../shared/approvals/support.ts';
import { storedItems } from '../../support/answers.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { selfFundedCorridor } from '../../support/funding/self-funded-corridor.ts';
import { bodyOf, expectSoundBooks, readLedger } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { act, advance, type Body, batchOf, itemsOf, linesTo, submitted } from './support.ts';

let scene: FundingScene;

beforeEach(async () => {
  scene = await FundingScene.start();
  await scene.change(scene.of, { features: ['mass_payouts'] });
});

const self = { funding: 'self' };

async function run(lines: readonly Body[]): Promise<Body> {
  const batch = await submitted(scene.service, scene.of, lines);
  await advance(scene.service, scene.of, batch);
  return batch;
}

const items = (batch: Body) => itemsOf(scene.service, scene.of, batch);
const shown = (batch: Body) => batchOf(scene.service, scene.of, batch);

async function findings(): Promise<string[]> {
  const all: string[] = [];
  let input: object = { organizationId: scene.of.organizationId };
  for (;;) {
    const page = await performed(scene.service, 'check', input);
    all.push(...page.findings);
    if (!page.progress) return all;
    input = { organizationId: scene.of.organizationId, progress: page.progress };
  }
}

describe('lines that the organization funds itself', () => {
  test('become payouts that take nothing from the balance, and say where to send their money', async () => {
    const batch = await run(linesTo(scene.payee, 3, self));
    const completed = await shown(batch);
    expect(completed).toMatchObject({
      status: 'completed',
      counts: { created: 3 },
      totals: {
        requested: [{ corridorId: selfFundedCorridor.corridorId, funding: 'self', amount: '30.00' }],
        debited: [],
        selfFunded: [{ currency: 'USD', count: 3, amount: '30.00', fee: '0.75' }],
      },
    });
    const lines = await items(batch);
    for (const { status, payoutId, funding } of lines) {
      expect(status).toBe('created');
      const address = scene.chain.addressOf(payoutId);
      expect(funding).toEqual({ amount: '10.000000', token: 'USDC', chain: 'base', address });
      expect(await scene.get(`/payouts/${payoutId}/funding`)).toMatchObject(funding);
    }
    expect(await readLedger(scene.service, scene.of)).toEqual([]);
    for (const line of lines) scene.send(line, 10_000_000n);
    await scene.passes(10_000);
    const statuses = await Promise.all(lines.map(async (line) => (await scene.read(line)).status));
    expect(statuses).toEqual(['completed', 'completed', 'completed']);
    await expectSoundBooks(scene.service, scene.of);
    expect(await findings()).toEqual([]);
  });

  test('need no word where no balance pays such an account', async () => {
    scene.rail.corridors = () => [
      ...sandboxCorridors.filter(({ corridorId }) => corridorId !== selfFundedCorridor.funding?.accountsOf),
      selfFundedCorridor,
    ];
    const batch = await run(linesTo(scene.payee, 1));
    expect(await items(batch)).toMatchObject([{ status: 'created', funding: { token: 'USDC' } }]);
    expect(await readLedger(scene.service, scene.of)).toEqual([]);
  });

  test('are invalid where no such corridor serves the account', async () => {
    await scene.change(scene.of, { connections: undefined });
    const batch = await run(linesTo(scene.payee, 1, self));
    expect(await items(batch)).toMatchObject([
      { status: 'invalid', errors: [{ type: 'BAD_REQUEST', detail: expect.stringContaining('funding') }] },
    ]);
  });

  test('go on beside lines that the balance pays, which fail for want of it', async () => {
    const batch = await run([...linesTo(scene.payee, 1, self), ...linesTo(scene.payee, 1, { reference: 'balance' })]);
    expect(await items(batch)).toMatchObject([
      { status: 'created' },
      { status: 'create_failed', errors: [{ type: 'INSUFFICIENT_BALANCE' }] },
    ]);
    expect(await findings()).toEqual([]);
  });

  test('wait while the chain is silent, and are created once it answers', async () => {
    scene.chain.isSilent = true;
    const batch = await run(linesTo(scene.payee, 2, self));
    expect(await shown(batch)).toMatchObject({ status: 'creating', counts: { valid: 2 } });
    scene.chain.isSilent = false;
    await scene.passes(60_000);
    expect(await shown(batch)).toMatchObject({ status: 'completed', counts: { created: 2 } });
  });

  test('count against the caps like any other payout', async () => {
    await scene.change(scene.of, { limits: { daily: 25_00n } });
    const batch = await run(linesTo(scene.payee, 3, self));
    expect((await items(batch)).map(({ status }) => status)).toEqual(['created', 'created', 'create_failed']);
  });

  test('are voted on with their cost, and nothing is held for them', async () => {
    // Nobody votes in a live organization before people sign.
    const { service } = scene;
    const { of, voter, recipient, control } = await guarded(service);
    await control({ features: ['mass_payouts'] });
    await scene.change(of, { connections: { 'chain/base': scene.chain.connectionId } });
    const before = await readLedger(service, of);
    const batch = await submitted(service, of, linesTo(recipient, 2, { ...self, amountLeg: 'source_net' }));
    await advance(service, of, batch);
    const asked = bodyOf(await act(service, of, batch, 'confirm', of), 202);
    // Twice 10.25, and five percent.
    expect(await approvalOf(service, of, asked.approvalId)).toMatchObject({
      batch: { requested: [{ funding: 'self', amount: '20.00' }], largestDebit: { amount: '21.53' } },
    });
    bodyOf(await vote(service, of, asked.approvalId, voter(0)));
    // Afterwards the fee rises, so the second line would exceed what was approved.
    const { price } = scene.rail;
    scene.rail.price = async (...given) => ({ ...(await price.call(scene.rail, ...given)), fee: 1_00n });
    await scene.passes(60_000);
    const lines = await itemsOf(service, of, batch);
    expect(lines.map(({ status, errors }) => errors?.[0].type ?? status)).toEqual(['created', 'RATE_DRIFT_EXCEEDED']);
    expect(await readLedger(service, of)).toEqual(before);
  });

  test('are created over several commits by two workers at once, each once, and their token is read by one watch', async () => {
    const batch = await submitted(scene.service, scene.of, linesTo(scene.payee, 25, self));
    await Promise.all([advance(scene.service, scene.of, batch), advance(scene.service, scene.of, batch)]);
    await scene.passes(1_000);
    expect(await shown(batch)).toMatchObject({ status: 'completed', counts: { created: 25 } });
    expect((await storedItems(scene.service, 'payout')).length).toBe(25);
    expect((await storedItems(scene.service, 'fundingWatch')).length).toBe(1);
  });
});
