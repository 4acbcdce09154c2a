import { describe, expect, test } from 'vitest';
import type { Screening, ScreeningSubject } from '../../../shared/ports/screening.ts';
import { createListScreening } from '../../../shared/providers/ofac/list-screening.ts';
import { leastOfTests, TestSource } from '../../shared/providers/ofac/support.ts';
import { expectError, faultsOf } from '../../support/answers.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { bodyOf, fundedOrganization, recipientBody, sendPayout, settle } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

/** Stands for a network whose field takes what SEPA's does. */
class LatinRail extends FakeRail {
  override corridors() {
    return super.corridors().map((corridor) => ({ ...corridor, namePattern: "^[A-Za-z0-9/?:().,'+ -]{1,70}$" }));
  }
}

/** Clears everybody but one name, and notes whom it was asked about. */
class NotingScreening implements Screening {
  readonly asked: string[] = [];
  readonly refused: string;

  constructor(refused = '') {
    this.refused = refused;
  }

  async screen({ name }: ScreeningSubject) {
    this.asked.push(name);
    return name === this.refused ? ('refused' as const) : ('clear' as const);
  }
}

async function start(rail: FakeRail, screening: Screening) {
  const registered: string[] = [];
  const registration = {
    register: async ({ name }: ScreeningSubject) => {
      registered.push(name);
      return 'registered' as const;
    },
  };
  const service = await TestService.start({
    rails: () => ({ payouts: { sandbox: rail }, screening, registration: { sandbox: registration } }) as never,
  });
  const of = await fundedOrganization(service);
  const create = (name: string, serial = 0) =>
    service.post(`/recipients/${of.organizationId}`, of, recipientBody({ name, serial }));
  return { service, of, create, registered };
}

describe('where a network takes plain Latin letters only', () => {
  test('a name is stored and answered as it was sent; the rail gets its Latin form, and both were screened', async () => {
    const [rail, screening] = [new LatinRail(), new NotingScreening()];
    const { service, of, create, registered } = await start(rail, screening);
    const recipient = bodyOf(await create('Łukasz O’Brian-Gómez'), 201);
    expect(recipient.name).toBe('Łukasz O’Brian-Gómez');
    expect(screening.asked).toEqual(['Łukasz O’Brian-Gómez', "Lukasz O'Brian-Gomez"]);
    expect(registered).toEqual(["Lukasz O'Brian-Gomez"]);
    await sendPayout(service, of, recipient);
    await settle(service);
    expect([...rail.received.values()].map(({ instruction }) => instruction.recipientName)).toEqual([
      "Lukasz O'Brian-Gomez",
    ]);
  });

  test('a name that it takes is sent as it is, and screened once', async () => {
    const [rail, screening] = [new LatinRail(), new NotingScreening()];
    const { create, registered } = await start(rail, screening);
    bodyOf(await create("Ana D'Souza"), 201);
    expect([screening.asked, registered]).toEqual([["Ana D'Souza"], ["Ana D'Souza"]]);
  });

  test.each(['Łukasz', 'Lukasz'])('a name is refused if screening refuses %s', async (refused) => {
    const { create, registered } = await start(new LatinRail(), new NotingScreening(refused));
    expectError(await create('Łukasz'), 'PAYOUT_REFUSED');
    expect(registered).toEqual([]);
  });

  test.each(['می\u200cخواهم', 'Владимир', '王伟', 'Ana 👩\u200d💻', 'Аna with a Cyrillic letter', 'a'.repeat(71)])(
    '%j has no form that it takes: it is refused before anybody is asked',
    async (name) => {
      const screening = new NotingScreening();
      const { create, registered } = await start(new LatinRail(), screening);
      const answer = await create(name);
      expectError(answer, 'VALIDATION_ERROR');
      expect(faultsOf(answer)).toEqual(['name: unsupported_name']);
      expect([screening.asked, registered]).toEqual([[], []]);
    },
  );

  test('its corridors say so', async () => {
    const { service, of } = await start(new LatinRail(), new NotingScreening());
    const { data } = bodyOf(await service.get(`/payments/organizations/${of.organizationId}/corridors`, of));
    expect(data[0].namePattern).toMatch(/^\^/);
  });
});

describe('where a network takes any name', () => {
  test.each(['می\u200cخواهم', 'ශ්\u200dරී', 'മോഹന്\u200d ലാല്\u200d', 'Ana 👩\u200d💻', 'Jose\u0301'])(
    '%j is stored, answered and sent as it is',
    async (name) => {
      const rail = new FakeRail();
      const { service, of, create } = await start(rail, new NotingScreening());
      const recipient = bodyOf(await create(name), 201);
      expect(recipient.name).toBe(name);
      await sendPayout(service, of, recipient);
      await settle(service);
      expect([...rail.received.values()].map(({ instruction }) => instruction.recipientName)).toEqual([name]);
    },
  );

  test('a listed name is found behind joiners and variation selectors', async () => {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const screening = createListScreening({ source: new TestSource(), clock: () => 0, log, least: leastOfTests });
    const { create } = await start(new FakeRail(), screening);
    expectError(await create('Vladi\ufe0fmir Pu\u034ftin'), 'PAYOUT_REFUSED');
  });
});
