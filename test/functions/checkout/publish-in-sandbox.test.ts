import { beforeEach, expect, test } from 'vitest';
import { TestService } from '../../support/service.ts';
import { LinkScene } from './links-support.ts';

let scene: LinkScene;

/** The sandbox's own acquirer, and the outcomes that the last two digits of a total choose. */
beforeEach(async () => {
  scene = new LinkScene();
  scene.service = await TestService.start({ rateLimitOverride: 10_000 });
  scene.of = await scene.service.organization();
});

const minuteMs = 60_000;
const draftOf = (unitAmount: string) =>
  scene.created({ currency: 'USD', items: [{ name: 'Mug', quantity: 1, unitAmount }] });
const outcome = async (link: { readonly linkId: string }) => {
  const { status, body } = await scene.publish(link);
  return status === 200 ? body.status : `${status} ${body.type}`;
};

test('an ordinary total is published', async () => {
  expect(await outcome(await draftOf('12.50'))).toBe('sent');
});

test('.91 is refused, as often as it is tried', async () => {
  const link = await draftOf('12.91');
  expect([await outcome(link), await outcome(link)]).toEqual(['503 INTERNAL', '503 INTERNAL']);
});

test.each(['12.92', '12.93'])('%s gets no answer at first, and is published once that is known', async (total) => {
  const link = await draftOf(total);
  expect([await outcome(link), await outcome(link)]).toEqual(['500 INTERNAL', '409 CONFLICT']);
  await scene.resumeAfter(minuteMs);
  expect(await outcome(link)).toBe('sent');
});

test('.94 gets no answer for an hour: the link is free after 15 minutes, and what is found later is closed', async () => {
  const link = await draftOf('12.94');
  expect(await outcome(link)).toBe('500 INTERNAL');
  for (let minute = 1; minute < 15; minute += 1) await scene.resumeAfter(minuteMs);
  expect(await outcome(link)).toBe('409 CONFLICT');
  await scene.resumeAfter(minuteMs);
  await scene.resumeAfter(60 * minuteMs);
  await scene.resumeAfter(minuteMs);
  expect((await scene.intents()).map(({ kind, state }) => [kind, state]).sort()).toEqual([
    ['card-price', 'settled'],
    ['card-price-closing', 'settled'],
  ]);
});
