import { beforeEach, describe, expect, test } from 'vitest';
import { type Connection, ConnectionEntity } from '../../../shared/connections/connection.ts';
import { expectError } from '../../support/answers.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { bodyOf } from '../../support/journey.ts';
import type { TestSession } from '../../support/service.ts';
import { address, cryptoAccount, register } from '../checkout/accounts-support.ts';

const treasury = '0x00000000000000000000000000000000000000A1';
const factory = '0x00000000000000000000000000000000000000f1';

let scene: FundingScene;
let by: TestSession;
/** Another organization, which knows nothing of the payouts of the first. */
let other: { readonly organizationId: string };

beforeEach(async () => {
  scene = await FundingScene.start();
  const { service, chain } = scene;
  const connection: Connection = {
    connectionId: chain.connectionId,
    version: 1,
    provider: 'evm',
    port: 'chain',
    mode: 'live',
    slot: 'chain/base',
    settings: JSON.stringify({ chain: 'base', factory, treasuries: [treasury.toLowerCase()] }),
    sealed: '',
    account: JSON.stringify({ signer: null }),
    hosts: [],
    createdAt: new Date(service.clock.now).toISOString(),
    disabledAt: new Date(service.clock.now).toISOString(),
  };
  await service.runtime.store.put(ConnectionEntity, connection);
  other = await service.organization();
  by = await service.member(other.organizationId, 'owner');
});

describe('an address of the service', () => {
  test.each([
    [
      'the address of a payout of whichever organization',
      async () => scene.chain.addressOf((await scene.payout()).payoutId),
    ],
    ['a treasury of a connection, also of one that was disconnected', () => treasury],
    ['a factory', () => factory.toLowerCase()],
  ])('is no address that buyers could pay to: %s', async (_name, find) => {
    const answer = await register(scene.service, other, by, cryptoAccount({ address: await find() }));
    expectError(answer, 'VALIDATION_ERROR');
    expect(answer.body.errors).toEqual([
      { path: 'details.address', message: expect.stringContaining('belongs to this service'), code: 'own_address' },
    ]);
  });

  test('is none that only looks like one', async () => {
    bodyOf(await register(scene.service, other, by, cryptoAccount({ address })), 201);
  });

  test('funds no payout: what a treasury sends is parked, and other money counts', async () => {
    const payout = await scene.payout();
    scene.chain.mine(
      { payoutId: payout.payoutId, amount: 100_000_000n, from: treasury },
      { madeAt: scene.service.clock.now },
    );
    scene.chain.finalize();
    await scene.passes(10_000);
    expect(await scene.read(payout)).toMatchObject({ status: 'pending', funding: { received: '0.000000' } });
    expect(scene.log.lines).toContainEqual(expect.objectContaining({ parkedFor: 'own' }));
    scene.send(payout, 100_000_000n);
    await scene.passes(10_000);
    expect((await scene.read(payout)).status).toBe('completed');
    expect(await scene.deposits()).toEqual([]);
  });
});
