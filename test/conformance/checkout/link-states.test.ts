import { describe, expect, test } from 'vitest';
import { quotedByName } from '../../support/quotes.ts';
import { refusalOf } from '../support.ts';
import { useCheckout } from './support.ts';

const scene = useCheckout();
const seller = () => scene.seller;

describe('States and transitions > Checkout link', quotedByName, () => {
  test('(none) | create | `publish` absent or false | `draft` | editable, deletable', async () => {
    const { sluice, create } = seller();
    for (const more of [{}, { publish: false }]) {
      const link = await create(more);
      expect(link.status).toBe('draft');
      expect(await sluice.updateLink({ linkId: link.linkId, fromName: 'Mugs' })).toMatchObject({ fromName: 'Mugs' });
      await seller().remove(link);
      expect(await refusalOf(seller().read(link))).toMatchObject({ type: 'NOT_FOUND' });
    }
  });

  test('(none) | create | `publish: true`, accepted | `sent` | 201', async () => {
    const { create, exchanges } = seller();
    expect((await create({ publish: true })).status).toBe('sent');
    expect(exchanges.at(-1)?.response.status).toBe(201);
  });

  test('(none) | create | `publish: true`, refused | `draft` | 201 with `publishError`; branch on `status` not `sent`', async () => {
    const { acquirer, create, exchanges } = seller();
    acquirer.decide = () => 'refused';
    const link = await create({ publish: true });
    expect(link).toMatchObject({ status: 'draft', publishError: { status: 503, type: 'INTERNAL' } });
    expect(exchanges.at(-1)?.response.status).toBe(201);
  });

  test("`draft` | publish | draft's `expiresAt` in the future | `sent` | mints the hosted card page when `card` is offered", async () => {
    const { acquirer, create, inMs } = seller();
    const link = await create({ expiresAt: inMs(1_000) });
    expect(acquirer.open).toEqual([]);
    expect((await seller().publish(link)).status).toBe('sent');
    expect(acquirer.open).toHaveLength(1);
    await create({ methods: [], publish: true });
    expect(acquirer.open).toHaveLength(1);
  });

  test('`sent` | publish | already live | `sent` | no-op returning the link', async () => {
    const { acquirer, create } = seller();
    const link = await create({ publish: true });
    scene.http.service.clock.advance(1);
    expect(await seller().publish(link)).toEqual(link);
    expect(acquirer.heard).toHaveLength(1);
  });

  test('`sent` | patch carrying only `expiresAt` | | `sent` | deadline moved or cleared', async () => {
    const { sluice, create, inMs } = seller();
    const { linkId } = await create({ publish: true });
    for (const expiresAt of [inMs(1_000), inMs(9_000), null]) {
      expect(await sluice.updateLink({ linkId, expiresAt })).toMatchObject({ status: 'sent', expiresAt });
    }
  });

  test('`sent` | `expiresAt` passes | | `expired`', async () => {
    const { create, inMs } = seller();
    const link = await create({ publish: true, expiresAt: inMs(1_000) });
    scene.http.service.clock.advance(1_000);
    expect((await seller().read(link)).status).toBe('expired');
  });

  test('A paused or expired link cannot be published again; an expired link cannot be revived by patch.', async () => {
    const { sluice, create, inMs } = seller();
    const paused = await seller().pause(await create({ publish: true }));
    const expired = await create({ publish: true, expiresAt: inMs(1_000) });
    scene.http.service.clock.advance(1_000);
    const { linkId } = expired;
    for (const call of [
      () => seller().publish(paused),
      () => seller().publish(expired),
      () => sluice.updateLink({ linkId, expiresAt: null }),
      () => sluice.updateLink({ linkId, expiresAt: inMs(9_000) }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ status: 400, type: 'BAD_REQUEST' });
    }
    expect((await seller().read(expired)).status).toBe('expired');
  });
});
