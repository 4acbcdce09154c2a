import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, CollectionAccountEntity } from '../../../shared/checkout/accounts/account.ts';
import { OpenAttemptEntity } from '../../../shared/checkout/attempts/attempt.ts';
import { declineBound, transferBound } from '../../../shared/checkout/attempts/attempt-bounds.ts';
import { AttemptCountsEntity, networkHash } from '../../../shared/checkout/attempts/attempt-counts.ts';
import type { Link } from '../../../shared/checkout/links/link.ts';
import { rateLimits } from '../../../shared/contract/rate-classes.ts';
import { absent } from '../../../shared/ground/table/expressions.ts';
import { storedItems } from '../../support/answers.ts';
import { attemptsOn, Buyer, ledTo, linkNow, locationOf, paymentsOn } from '../../support/checkout/buyer.ts';
import { addLink } from '../../support/checkout/links.ts';
import { settle, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

const hourMs = 60 * 60 * 1000;
const view = '0'.repeat(32);
const details = JSON.stringify({ holderName: 'Oak GmbH', iban: 'DE89370400440532013000' });

let service: TestService;
let organization: TestOrganization;
let path: string;
let link: Link;

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'https://pay.example', rateLimitOverride: 1_000_000 });
});

beforeEach(async () => {
  organization = await service.organization();
  // So that what a test counts lies in one part of the hour.
  service.clock.now = (Math.floor(service.clock.now / hourMs) + 1) * hourMs;
  await newLink({});
});

async function addAccount(to: TestService, { organizationId }: TestOrganization): Promise<string> {
  const at = new Date(to.clock.now).toISOString();
  const account = {
    organizationId,
    accountId: to.runtime.ids.next('ca', to.clock.now),
    version: 1,
    status: 'active',
    kind: 'bank',
    currency: 'USD',
    details,
    createdBy: { actorUserId: 'user-1' },
    livemode: false,
    createdAt: at,
    updatedAt: at,
  } as Account;
  await to.runtime.store.put(CollectionAccountEntity, account, absent);
  return account.accountId;
}

async function newLink(changes: Partial<Link>): Promise<void> {
  const accountId = await addAccount(service, organization);
  const methods = [{ kind: 'card' as const }, { kind: 'bank' as const, accountId, details }];
  ({ path, link } = await addLink(service.runtime, organization, { methods, ...changes }));
}

/** A browser without cookies at an address. */
const at = (address: string) => new Buyer(service, '', address);
const byBank = (address: string, sent = service.runtime.ids.token()) =>
  at(address).post(`${path}/bank`, { view: sent });
const byCard = (address: string, sent = service.runtime.ids.token()) => at(address).payByCard(path, sent);
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);

function expectBusy(answer: Answer): void {
  expect(answer).toMatchObject({ status: 429, text: expect.stringContaining('Too many payments at once') });
  expect(answer.text).toContain(`href="${path}"`);
}

async function repeat(times: number, what: () => Promise<Answer>): Promise<number[]> {
  const answers: Answer[] = [];
  for (let index = 0; index < times; index += 1) answers.push(await what());
  return statusesOf(answers);
}

/** As if everybody had done something so often in this hour. */
async function pretend(what: 'transfers' | 'declines', count: number): Promise<void> {
  const { organizationId, linkId } = link;
  const counts = { organizationId, linkId, network: 'all', version: 1, open: 0, transfers: [], declines: [] };
  const happened = [{ since: service.clock.now, count }];
  await service.runtime.store.put(AttemptCountsEntity, { ...counts, [what]: happened, ttl: 1 }, absent);
}

describe('transfers that buyers begin', () => {
  test('from one network are bounded for an hour, whatever view they send; others begin theirs', async () => {
    const { ofNetwork } = transferBound;
    expect(await repeat(ofNetwork, () => byBank('198.51.100.1'))).toEqual(Array(ofNetwork).fill(200));
    expectBusy(await byBank('198.51.100.1'));
    expect(await paymentsOn(service, link)).toHaveLength(ofNetwork);
    expect(await byBank('198.51.100.2')).toMatchObject({ status: 200 });
    service.clock.advance(hourMs);
    expect(await byBank('198.51.100.1')).toMatchObject({ status: 200 });
  });

  test('from an IPv6 network are those of one', async () => {
    const { ofNetwork } = transferBound;
    let last = 0;
    const address = () => `2001:db8:1:2::${(++last).toString(16)}`;
    await repeat(ofNetwork, () => byBank(address()));
    expectBusy(await byBank(address()));
    expect(await byBank('2001:db8:1:3::1')).toMatchObject({ status: 200 });
  });

  test('on one link are bounded for an hour, from whatever network', async () => {
    await pretend('transfers', transferBound.ofLink - 1);
    expect(await byBank('198.51.100.1')).toMatchObject({ status: 200 });
    expectBusy(await byBank('198.51.100.2'));
    service.clock.advance(hourMs);
    expect(await byBank('198.51.100.2')).toMatchObject({ status: 200 });
  });

  test('are not those that are shown again, and who has a reference reads it when the link is busy', async () => {
    const sent = service.runtime.ids.token();
    expect(await repeat(3, () => byBank('198.51.100.1', sent))).toEqual([200, 200, 200]);
    const { ofNetwork } = transferBound;
    await repeat(ofNetwork - 1, () => byBank('198.51.100.1'));
    expectBusy(await byBank('198.51.100.1'));
    expect(await byBank('198.51.100.1', sent)).toMatchObject({ status: 200 });
    expect(await paymentsOn(service, link)).toHaveLength(ofNetwork);
  });

  test('at once are not more than one after another', async () => {
    await pretend('transfers', transferBound.ofLink - 2);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((last) => byBank(`198.51.100.${last}`)));
    expect(statusesOf(answers).sort()).toEqual([200, 200, 429, 429, 429]);
    expect(await paymentsOn(service, link)).toHaveLength(2);
  });
});

describe('the places of a link', () => {
  const open = () => attemptsOn(service, link).then((all) => all.filter(({ status }) => status === 'open').length);

  test('are never all held by one network, and others take the rest', async () => {
    await newLink({ maxPayments: 4 });
    expect(await repeat(4, () => byCard('198.51.100.1'))).toEqual([303, 303, 429, 429]);
    expectBusy(await byCard('198.51.100.1'));
    expect(await open()).toBe(2);
    expect((await linkNow(service, link)).placesTaken).toBe(2);
    expect(await byCard('198.51.100.2')).toMatchObject({ status: 303 });
    expect(await byCard('198.51.100.3')).toMatchObject({ status: 303 });
    expect(await byCard('198.51.100.4')).toMatchObject({ status: 409 });
  });

  test('are not taken twice by one network at once', async () => {
    await newLink({ maxPayments: 2 });
    const answers = await Promise.all([1, 2, 3].map(() => byCard('198.51.100.1')));
    expect(statusesOf(answers).sort()).toEqual([303, 429, 429]);
  });

  test('are the network’s again when its attempts have ended: paid, canceled, or by the clock', async () => {
    await newLink({ maxPayments: 6 });
    const pages = [];
    for (let index = 0; index < 3; index += 1) pages.push(locationOf(await byCard('198.51.100.1')));
    expectBusy(await byCard('198.51.100.1'));
    const [paid = '', canceled = ''] = pages;
    const buyer = at('198.51.100.9');
    await buyer.get(ledTo(await buyer.choose(paid)));
    // Five are left by others, and it holds two of them.
    expect(await byCard('198.51.100.1')).toMatchObject({ status: 303 });
    expectBusy(await byCard('198.51.100.1'));
    const cancel = /href="([^"]+\/cancel)"/.exec((await buyer.get(canceled)).text)?.[1] ?? '';
    await buyer.get(cancel);
    expect(await byCard('198.51.100.1')).toMatchObject({ status: 303 });
    expectBusy(await byCard('198.51.100.1'));
    await settle(service);
    expect(await open()).toBe(0);
    expect(await repeat(3, () => byCard('198.51.100.1'))).toEqual([303, 303, 303]);
  });

  test('who has one gets its card page again, however busy the network is', async () => {
    await newLink({ maxPayments: 2 });
    const sent = service.runtime.ids.token();
    const cardPage = locationOf(await byCard('198.51.100.1', sent));
    expectBusy(await byCard('198.51.100.1'));
    expect(locationOf(await byCard('198.51.100.1', sent))).toBe(cardPage);
  });
});

describe('cards that are tried', () => {
  const tryOne = async (address: string) => {
    const buyer = at(address);
    return buyer.get(ledTo(await buyer.choose(locationOf(await byCard(address)))));
  };

  test('from one network are refused after a number that were declined, until the hour has passed', async () => {
    await newLink({ total: 1_506n });
    const { ofNetwork } = declineBound;
    await repeat(ofNetwork, () => tryOne('198.51.100.1'));
    expect((await paymentsOn(service, link)).filter(({ status }) => status === 'failed')).toHaveLength(ofNetwork);
    expectBusy(await byCard('198.51.100.1'));
    expect(await byCard('198.51.100.2')).toMatchObject({ status: 303 });
    service.clock.advance(hourMs);
    expect(await byCard('198.51.100.1')).toMatchObject({ status: 303 });
  });

  test('on one link are refused after a number that were declined, from whatever network', async () => {
    await newLink({ total: 1_506n });
    await pretend('declines', declineBound.ofLink - 1);
    await tryOne('198.51.100.1');
    expectBusy(await byCard('198.51.100.2'));
    // Transfers are another matter.
    expect(await byBank('198.51.100.2')).toMatchObject({ status: 200 });
  });

  test('and charged count for nothing', async () => {
    await pretend('declines', declineBound.ofLink - 1);
    await tryOne('198.51.100.1');
    expect(await byCard('198.51.100.2')).toMatchObject({ status: 303 });
  });
});

test('what is kept of a browser and its network has an end, and tells no address', async () => {
  await byBank('198.51.100.77');
  const buyer = at('198.51.100.77');
  await byCard('198.51.100.77');
  const own = (await storedItems(service)).filter(({ linkId }) => linkId === link.linkId);
  const kept = own.filter(({ _et }) => [OpenAttemptEntity, AttemptCountsEntity].some((of) => of.entityName === _et));
  expect(kept).toHaveLength(4);
  for (const { ttl } of kept) expect(Number(ttl) * 1_000).toBeGreaterThan(service.clock.now + 24 * hourMs);
  expect(JSON.stringify(own)).not.toContain('198.51.100');
  expect(JSON.stringify(kept)).toContain(networkHash(link, '198.51.100.77'));
  await settle(service);
  const [attempt] = await attemptsOn(service, link);
  expect(attempt).toMatchObject({ status: 'closed' });
  expect(attempt).not.toHaveProperty('network');
  expect(buyer.cookie).toBeUndefined();
});

test('ten thousand submissions a minute begin no more transfers than are let through', async () => {
  const limited = await TestService.start({ pagesUrl: 'https://pay.example' });
  const of = await limited.organization();
  const methods = [{ kind: 'bank' as const, accountId: await addAccount(limited, of), details }];
  const target = await addLink(limited.runtime, of, { methods });
  const counted = new Map<number, number>();
  for (let index = 0; index < 10_000; index += 1) {
    const buyer = new Buyer(limited, undefined, `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
    const { status } = await buyer.post(`${target.path}/bank`, { view });
    counted.set(status, (counted.get(status) ?? 0) + 1);
  }
  expect(counted.get(200)).toBe(rateLimits['page-submission']);
  expect(counted.get(429)).toBe(10_000 - rateLimits['page-submission']);
  expect(await paymentsOn(limited, target.link)).toHaveLength(rateLimits['page-submission']);
});
