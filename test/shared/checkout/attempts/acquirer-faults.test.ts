import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AttemptCountsEntity } from '../../../../shared/checkout/attempts/attempt-counts.ts';
import type { Link } from '../../../../shared/checkout/links/link.ts';
import { lookAgainAfter } from '../../../../shared/checkout/page/result-page.ts';
import { differenceMessage } from '../../../../shared/checkout/payments/report-differences.ts';
import { sweepDueWork } from '../../../../shared/journal/due/sweep-due-work.ts';
import { unsettledMessage } from '../../../../shared/journal/intents/resume-intent.ts';
import type { CardAcquirer } from '../../../../shared/ports/card-acquirer.ts';
import type { Rails, WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { storedItems } from '../../../support/answers.ts';
import { attemptsOn, Buyer, ledTo, linkNow, locationOf, paymentsOn } from '../../../support/checkout/buyer.ts';
import { addLink } from '../../../support/checkout/links.ts';
import { crashAt } from '../../../support/crash.ts';
import { deliverInBatches, readFeed, settle, type TestOrganization } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';

// Each call of a story is its last once: slow where the machine is busy.
vi.setConfig({ testTimeout: 180_000 });

const pagesUrl = 'https://pay.example';
let service: TestService;
let organization: TestOrganization;
let path: string;
let link: Link;
let logged: string[];
/** What a test puts in the place of parts of the acquirer. */
let faults: Partial<CardAcquirer>;

beforeEach(async () => {
  faults = {};
  logged = [];
  const error: WholeRuntime['log']['error'] = (message) => void logged.push(String(message));
  service = await TestService.start({ pagesUrl, rateLimitOverride: 1_000_000 });
  const { rails, log } = service.runtime;
  const overrides: Partial<WholeRuntime> = {
    rails: (mode) => {
      const found = rails(mode) as Rails;
      return { ...found, acquirer: { ...(found.acquirer as CardAcquirer), ...faults } };
    },
    log: { ...log, error },
    pagesUrl,
  };
  service = service.process((_call, send) => send(), overrides);
  organization = await service.organization();
  ({ path, link } = await addLink(service.runtime, organization, { maxPayments: 3 }));
});

const silence = async (): Promise<never> => {
  throw new Error('no answer');
};
/** Without the faults that a test adds later. */
function acquirer(): CardAcquirer {
  const found = service.runtime.rails('sandbox')?.acquirer;
  if (!found) throw new Error('the sandbox has no acquirer');
  return found;
}

const title = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];

/** Whatever has happened: the buyer who paid was charged once, it is recorded once, and takes one place. */
async function expectOnePayment(what: string): Promise<void> {
  await settle(service);
  expect(await paymentsOn(service, link), what).toMatchObject([{ status: 'paid' }]);
  expect(await readFeed(service, organization), what).toHaveLength(1);
  const attempts = await attemptsOn(service, link);
  expect(
    attempts.filter(({ status }) => status === 'complete'),
    what,
  ).toHaveLength(1);
  expect(
    attempts.filter(({ status }) => status === 'open' || status === 'opening'),
    what,
  ).toEqual([]);
  expect((await linkNow(service, link)).placesTaken, what).toBe(1);
  const { organizationId, linkId } = link;
  const counts = (await storedItems(service, AttemptCountsEntity.entityName)).filter((row) => row.linkId === linkId);
  expect(
    counts.map((row) => [row.organizationId, row.open]),
    what,
  ).toEqual([[organizationId, 0]]);
}

/** Sends requests through processes that are killed at each of their calls to the table in turn. */
async function killAtEachCall(
  moment: 'before' | 'after',
  story: (process: TestService) => Promise<unknown>,
  then: (what: string) => Promise<void>,
): Promise<number> {
  for (let call = 1; ; call += 1) {
    organization = await service.organization();
    ({ path, link } = await addLink(service.runtime, organization, { maxPayments: 3 }));
    const { intercept, crashed } = crashAt({ call, moment });
    const outcome = await Promise.race([crashed, story(service.process(intercept, { pagesUrl }))]);
    await then(`killed ${moment} call ${call}`);
    if (outcome !== 'crashed') return call;
  }
}

describe.each(['before', 'after'] as const)('killed %s any call to the table', (moment) => {
  test('a submission loses no place, and the buyer pays once', async () => {
    const calls = await killAtEachCall(
      moment,
      (process) => new Buyer(process, 'c'.repeat(32)).payByCard(path, '0'.repeat(32)),
      async (what) => {
        await settle(service);
        const buyer = new Buyer(service, 'c'.repeat(32));
        expect(title((await buyer.pay(path)).text), what).toBe('Payment received');
        await expectOnePayment(what);
      },
    );
    expect(calls).toBeGreaterThan(6);
  });

  test('the page to which a buyer comes back records the payment once', async () => {
    let back: string;
    const calls = await killAtEachCall(
      moment,
      async (process) => {
        const buyer = new Buyer(service);
        back = ledTo(await buyer.choose(locationOf(await buyer.payByCard(path))));
        return new Buyer(process).get(back);
      },
      async (what) => {
        expect(title((await new Buyer(service).get(back)).text), what).toBe('Payment received');
        await expectOnePayment(what);
      },
    );
    expect(calls).toBeGreaterThan(4);
  });
});

describe('an acquirer that is silent', () => {
  test('about a card page keeps the buyer waiting, and has opened one page at most', async () => {
    const { sessions } = acquirer();
    faults = { sessions: { ...sessions, call: silence } };
    const buyer = new Buyer(service);
    const waiting = await buyer.get(ledTo(await buyer.payByCard(path)));
    expect(title(waiting.text)).toBe('One moment');
    expect(title((await buyer.get(ledTo(await buyer.payByCard(path)))).text)).toBe('One moment');
    faults = {};
    service.clock.advance(120_000);
    service.hints.take();
    const cardPage = locationOf(await waitForPage(buyer, ledTo(waiting)));
    expect(title((await buyer.get(ledTo(await buyer.choose(cardPage)))).text)).toBe('Payment received');
    await expectOnePayment('silent once');
    expect(logged).not.toContain(unsettledMessage);
  });

  test('for longer than the page would have lasted leaves the buyer free to begin anew', async () => {
    const { sessions } = acquirer();
    faults = { sessions: { ...sessions, call: silence } };
    const buyer = new Buyer(service);
    await buyer.payByCard(path);
    service.clock.advance(30 * 60_000);
    faults = {};
    expect(title((await buyer.pay(path)).text)).toBe('Payment received');
    await expectOnePayment('silent for half an hour');
  });

  test('about an old card page leaves the browser its newer attempt when the old one ends: it is charged once', async () => {
    const { sessions } = acquirer();
    faults = { sessions: { ...sessions, call: silence, find: silence } };
    const buyer = new Buyer(service);
    await buyer.payByCard(path);
    service.clock.advance(30 * 60_000);
    faults = {};
    const cardPage = locationOf(await buyer.payByCard(path));

    // Now the acquirer says what became of the first page.
    for (let minute = 0; minute < 5; minute += 1) {
      service.clock.advance(60_000);
      await workNow();
    }
    const statuses = (await attemptsOn(service, link)).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['closed', 'open']);
    expect(locationOf(await buyer.payByCard(path))).toBe(cardPage);
    await buyer.get(ledTo(await buyer.choose(cardPage)));
    await expectOnePayment('begun anew');
  });

  test('about a card page until that would have ended shows that nothing was charged, and looks no more', async () => {
    const { sessions } = acquirer();
    faults = { sessions: { ...sessions, call: silence, find: silence } };
    const buyer = new Buyer(service);
    const back = ledTo(await buyer.payByCard(path));
    expect(ledTo(await buyer.get(back))).not.toBe('');
    service.clock.advance(30 * 60_000);
    const over = await buyer.get(back);
    expect(title(over.text)).toBe('Payment canceled');
    expect(over.text).not.toContain('http-equiv="refresh"');
    expect(over.text).toContain(`href="${path}"`);
  });

  test('keeps a page looking ever more slowly, and not for ever; a link looks again', async () => {
    const { sessions } = acquirer();
    faults = { sessions: { ...sessions, call: silence } };
    const buyer = new Buyer(service);
    const [seconds, last] = await followLooks(buyer, ledTo(await buyer.payByCard(path)));
    expect(seconds).toEqual(lookAgainAfter);
    expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
    expect(last.text).toContain('Your payment is still being checked.');
    const again = /class="button main" href="([^"]+)"/.exec(last.text)?.[1] ?? '';
    expect((await followLooks(buyer, again))[0]).toEqual(lookAgainAfter);
    for (const forged of ['-1', '1e9', '999', 'x', '']) {
      expect(await buyer.get(`${again}?look=${forged}`)).toMatchObject({ status: 200 });
    }
  });

  test('about a session keeps a buyer who has paid waiting, who is told later', async () => {
    const buyer = new Buyer(service);
    const back = ledTo(await buyer.choose(locationOf(await buyer.payByCard(path))));
    for (const silent of ['readSession', 'readCharge'] as const) {
      faults = { [silent]: silence };
      expect(title((await buyer.get(back)).text)).toBe('One moment');
    }
    faults = { closeSession: silence };
    expect(title((await buyer.get(`${back}/cancel`)).text)).toBe('One moment');
    faults = {};
    expect(title((await buyer.get(back)).text)).toBe('Payment received');
    await expectOnePayment('silent to a buyer');
  });

  test('to the worker is asked until it answers', async () => {
    const buyer = new Buyer(service);
    await buyer.choose(locationOf(await buyer.payByCard(path)));
    const silentUntil = service.clock.now + 3 * 3_600_000;
    const { readSession, closeSession } = acquirer();
    const late = () => (service.clock.now < silentUntil ? silence() : undefined);
    faults = {
      readSession: async (...asked) => (await late()) ?? readSession(...asked),
      closeSession: async (...asked) => (await late()) ?? closeSession(...asked),
    };
    await expectOnePayment('silent for three hours');
  });
});

/** Follows a page that leads to itself. @returns the seconds that it waited each time, and what it shows in the end */
async function followLooks(buyer: Buyer, page: string) {
  const seconds: number[] = [];
  for (let next = page; seconds.length < 100; ) {
    const answer = await buyer.get(next);
    const [, wait, address] = /http-equiv="refresh" content="(\d+); url=([^"]+)"/.exec(answer.text) ?? [];
    if (address === undefined) return [seconds, answer] as const;
    seconds.push(Number(wait));
    next = address.replaceAll('&amp;', '&');
  }
  throw new Error('the page looks for ever');
}

/** Opens a page again and again, while workers do what is due. */
async function waitForPage(buyer: Buyer, page: string) {
  for (let looks = 0; ; looks += 1) {
    const answer = await buyer.get(page);
    if (answer.status === 303 || looks > 20) return answer;
    await sweepDueWork(service.runtime);
    const due = service.hints.take().filter(({ dueAt }) => dueAt <= service.clock.now);
    await deliverInBatches(service, due);
    service.clock.advance(10_000);
  }
}

describe('an attempt ends at its own deadline', () => {
  /** An acquirer that keeps card pages open for longer than it was asked to. */
  function keepOpen(): string[] {
    const closed: string[] = [];
    const { readSession, closeSession } = acquirer();
    faults = {
      readSession: async (...asked) => {
        const session = await readSession(...asked);
        return session && { ...session, state: session.state === 'closed' ? 'open' : session.state };
      },
      closeSession: async (...asked) => {
        closed.push(asked[1]);
        return closeSession(...asked);
      },
    };
    return closed;
  }

  test('also where the acquirer would keep the page open: it is closed, and the place is free', async () => {
    const closed = keepOpen();
    await new Buyer(service).payByCard(path);
    const [attempt] = await attemptsOn(service, link);
    service.clock.advance(30 * 60_000 - 1);
    await workNow();
    expect(await attemptsOn(service, link)).toMatchObject([{ status: 'open' }]);
    expect(closed).toEqual([]);
    service.clock.advance(1);
    await workNow();
    expect(await attemptsOn(service, link)).toMatchObject([{ status: 'closed' }]);
    expect(closed).toEqual([attempt?.sessionId]);
    expect((await linkNow(service, link)).placesTaken).toBe(0);
  });

  test('which is never behind the link’s', async () => {
    const expiresAt = service.clock.now + 10 * 60_000;
    ({ path, link } = await addLink(service.runtime, organization, { expiresAt }));
    await new Buyer(service).payByCard(path);
    expect(await attemptsOn(service, link)).toMatchObject([{ expiresAt }]);
  });
});

/** Lets workers do what is due by now. */
async function workNow(): Promise<void> {
  service.hints.take();
  await sweepDueWork(service.runtime);
  const due = service.hints.take().filter(({ dueAt }) => dueAt <= service.clock.now);
  await deliverInBatches(service, due);
}

test('the address of an acquirer’s own page is left as it is, whatever language the buyer reads', async () => {
  const { sessions } = acquirer();
  const url = 'https://pay.acquirer.example/c/cs_1?sig=a%2Fb#fid=1';
  const call: typeof sessions.call = async (...asked) => {
    const report = await sessions.call(...asked);
    return report.outcome === 'done' ? { ...report, result: { ...report.result, url } } : report;
  };
  faults = { sessions: { ...sessions, call } };
  const buyer = new Buyer(service);
  const submit = async () => buyer.post(`${path}/card?lang=de`, { view: '0'.repeat(32) });
  expect(locationOf(await submit())).toBe(url);
  expect(locationOf(await submit())).toBe(url);
  const [attempt] = await attemptsOn(service, link);
  expect(locationOf(await buyer.get(`/p/checkout-attempt/${attempt?.pageToken}?lang=de`))).toBe(url);
});

test('an acquirer that refuses a card page has charged nothing, and the place is free', async () => {
  const { sessions } = acquirer();
  faults = { sessions: { ...sessions, call: async () => ({ outcome: 'refused' }) } };
  const buyer = new Buyer(service);
  expect(await buyer.payByCard(path)).toMatchObject({ status: 503 });
  expect((await linkNow(service, link)).placesTaken).toBe(0);
  faults = {};
  await buyer.pay(path);
  await expectOnePayment('refused once');
});

test.each([
  ['another amount', { amount: 1_499n }],
  ['another currency', { currency: 'EUR' }],
])('a charge of %s is not recorded', async (_what, other) => {
  const { readCharge } = acquirer();
  faults = {
    readCharge: async (...asked) => {
      const charge = await readCharge(...asked);
      return charge && { ...charge, ...other };
    },
  };
  const buyer = new Buyer(service);
  const back = ledTo(await buyer.choose(locationOf(await buyer.payByCard(path))));
  expect(await buyer.get(back)).toMatchObject({ status: 500 });
  await settle(service);
  expect(await paymentsOn(service, link)).toEqual([]);
  expect(logged).toContain(differenceMessage);
  expect(logged).toContain('due work parked');
});

test('the page and the worker at once record one payment', async () => {
  const buyer = new Buyer(service);
  const back = ledTo(await buyer.choose(locationOf(await buyer.payByCard(path))));
  const others = [1, 2, 3].map(() => service.process((_call, send) => send(), { pagesUrl }));
  const answers = await Promise.all([settle(service), ...others.map((process) => new Buyer(process).get(back))]);
  for (const answer of answers.slice(1)) expect(title(answer?.text ?? '')).toBe('Payment received');
  await expectOnePayment('all at once');
});
