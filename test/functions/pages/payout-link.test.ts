import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { content } from '../../../shared/pages/sources.ts';
import { failureBound } from '../../../shared/payouts/page/claim-bounds.ts';
import { sandboxCorridors } from '../../../shared/providers/sandbox/corridors/catalog.ts';
import { listPayoutScenarios } from '../../../shared/providers/sandbox/payouts/list-payout-scenarios.ts';
import { suspend } from '../../shared/journal/commit/support.ts';
import { type Links, startLinks } from '../../shared/payouts/links/support.ts';
import { storedItems } from '../../support/answers.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { settle } from '../../support/journey.ts';
import { inGermany, Payee, titleOf } from '../../support/payout-links/payee.ts';
import { type Answer, TestService } from '../../support/service.ts';

const minuteMs = 60 * 1000;

let service: TestService;
let links: Links;
let path: string;
let payoutLinkId: string;
let payee: Payee;
let networks = 0;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 1_000_000 });
});

beforeEach(async () => {
  links = await startLinks(service);
  ({ path, payoutLinkId } = await addLink());
  payee = newPayee();
});

/** Failures are counted by network: each test has its own. */
function newPayee(cookie?: string): Payee {
  networks += 1;
  return new Payee(service, cookie, `10.${networks >> 8}.${networks & 255}.1`);
}

async function addLink(body: object = {}) {
  const made = await links.create({ note: 'For May', ...body });
  return { path: new URL(made.url).pathname, payoutLinkId: made.payoutLinkId };
}

const payoutsMade = async () => {
  const payouts = await storedItems(service, 'payout');
  return payouts.filter((payout) => payout.payoutLinkId === payoutLinkId);
};
/** An account in Germany whose recipient is not created. */
function accountFor(error: string): string {
  const corridor = sandboxCorridors.filter(({ corridorId }) => corridorId === 'eur_de_iban');
  return listPayoutScenarios(corridor).find((scenario) => scenario.error === error)?.recipientDetails.iban ?? '';
}
const statusNow = async () => (await links.stored(payoutLinkId)).status;
/** Without the request's own id. */
const seen = ({ status, text, headers }: Answer) => ({
  status,
  text: text.replace(/req_\w+/g, 'req'),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value).replace(/req_\w+/g, 'req')]),
  ),
});

describe('the page of a link that is open', () => {
  test('says who pays, how much and what for, asks for the country, and changes nothing', async () => {
    const before = await links.stored(payoutLinkId);
    const answer = await newPayee('').get(path);
    expect(answer.status).toBe(200);
    expect(titleOf(answer)).toBe('Where is your account?');
    for (const part of ['Example', '$100.00', 'For May', 'Test mode', '<option value="DE">Germany</option>']) {
      expect(answer.text).toContain(part);
    }
    expect(answer.headers['content-security-policy']).toBe(
      `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; style-src ${content['style-src']}; script-src ${content['script-src']}`,
    );
    expect(answer.headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' });
    for (const way of ['GET', 'HEAD']) await newPayee('').get(`${path}?country=DE`, way);
    expect(await links.stored(payoutLinkId)).toEqual(before);
    expect((await newPayee().price(path)).status).toBe(200);
  });

  test('asks for the account of the country, or at once where there is one country', async () => {
    const asked = await payee.get(`${path}?country=GB&lang=de&utm_source=mail`);
    expect(titleOf(asked)).toBe('Wo soll es ankommen?');
    expect(asked.text).toContain('name="account.sortCode"');
    expect(asked.text).toContain(`action="${path}/price?lang=de"`);
    const one = await addLink({ countries: ['BR'] });
    expect((await payee.get(one.path)).text).toContain('name="account.pixKey"');
    for (const country of ['XX', 'de', 'constructor', '']) {
      expect(titleOf(await payee.get(`${path}?country=${country}`))).toBe('Where is your account?');
    }
  });

  test('does not ask for a name that the organization has given', async () => {
    const named = await addLink({ payeeName: 'Ada <i>Lovelace' });
    const asked = await payee.get(`${named.path}?country=DE`);
    expect(asked.text).toContain('Ada &lt;i&gt;Lovelace');
    expect(asked.text).not.toContain('name="name"');
  });
});

describe('what was typed', () => {
  test('comes back with its faults, and pays nobody', async () => {
    const answer = await payee.price(path, { ...inGermany, name: '', 'account.iban': 'DE89 <b>"37' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('value="DE89 &lt;b&gt;&quot;37"');
    expect(answer.text.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(answer.text).toContain('Please fill this in.');
    expect(await statusNow()).toBe('open');
  });

  test('is priced with what it costs and how long that holds', async () => {
    const answer = await payee.price(path);
    expect(answer.text).toContain('You receive');
    // (100.00 - 0.50) x 0.92
    expect(answer.text).toContain('Receive €91.54');
    expect(answer.text).toContain('data-left="600000"');
    expect(answer.text).toContain('DE89 3704 0044 0532 0130 00');
    expect(await payoutsMade()).toEqual([]);
  });

  test('can be changed once more: all of it is still there', async () => {
    const form = await payee.priced(path);
    const answer = await payee.price(path, { ...form, edit: 'yes' });
    expect(titleOf(answer)).toBe('Where should the money go?');
    expect(answer.text).toContain('value="Grace Hopper"');
    expect(answer.text).toContain('value="DE89 3704 0044 0532 0130 00"');
  });

  test('of a corridor that the link does not offer leads back to the page', async () => {
    for (const other of [{ corridor: 'eur_fr_iban' }, { country: 'FR' }, { corridor: 'constructor' }] as Record<
      string,
      string
    >[]) {
      expect(await payee.price(path, { ...inGermany, ...other })).toMatchObject({ status: 303 });
    }
  });

  test('must be a test account in test mode', async () => {
    const answer = await payee.price(path, { ...inGermany, 'account.iban': 'DE02 1203 0000 0000 2020 51' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('In test mode, only test accounts are accepted');
  });
});

describe('a claim', () => {
  test('makes one payout, and the same address shows its state to that browser alone', async () => {
    const claimed = await payee.claim(path);
    expect(claimed).toMatchObject({ status: 303, headers: { location: path } });
    expect(await payoutsMade()).toHaveLength(1);
    expect(titleOf(await payee.get(path))).toBe('€91.54 is on its way to you');
    await settle(service);
    service.clock.advance(minuteMs);
    await settle(service);
    const shown = await payee.get(path);
    expect(titleOf(shown)).toBe('€91.54 has been sent to you');
    expect(shown.text).not.toContain('0130 00');
    expect(shown.text).not.toContain('Hopper');
    expect((await newPayee().get(path)).status).toBe(404);
    expect((await newPayee('').get(path)).status).toBe(404);
    expect(await findingsOf(service, links.of)).toEqual([]);
  });

  test('submitted again by who claimed it is told so, and pays once', async () => {
    const form = await payee.priced(path);
    await payee.confirm(path, form);
    for (const again of [await payee.confirm(path, form), await payee.price(path)]) {
      expect(again).toMatchObject({ status: 200 });
      expect(again.text).toContain('You have already confirmed this. It is paid once.');
      expect(again.text).not.toContain('0130 00');
    }
    expect(await payoutsMade()).toHaveLength(1);
  });

  test('of a browser without cookies is known by the view that it confirmed', async () => {
    const plain = newPayee('');
    const form = await plain.priced(path);
    const first = await plain.confirm(path, form);
    expect(first).toMatchObject({ status: 200 });
    expect(titleOf(first)).toBe('€91.54 is on its way to you');
    expect(first.text).not.toContain('Check again');
    expect((await plain.confirm(path, form)).text).toContain('You have already confirmed this.');
    const other = { ...form, view: '0'.repeat(32) };
    expect(await plain.confirm(path, other)).toMatchObject({ status: 400 });
    expect(await payoutsMade()).toHaveLength(1);
  });

  test('by two browsers at once pays one of them', async () => {
    const [one, other] = [newPayee(), newPayee()];
    const forms = [await one.priced(path), await other.priced(path, { ...inGermany, name: 'Alan Turing' })] as const;
    const answers = await Promise.all([one.confirm(path, forms[0]), other.confirm(path, forms[1])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect(await payoutsMade()).toHaveLength(1);
    const late = answers.find(({ status }) => status === 400);
    expect(late?.text).toContain('Ask the person who sent it to you');
    expect(late?.text).not.toContain('Example');
  });

  test('from two tabs of one browser at once pays once, and both tabs lead to it', async () => {
    const forms = [await payee.priced(path), await payee.priced(path)] as const;
    const answers = await Promise.all(forms.map((form) => payee.confirm(path, form)));
    for (const { status } of answers) expect([200, 303]).toContain(status);
    expect(await payoutsMade()).toHaveLength(1);
  });

  test('at a price that has ended shows another one first', async () => {
    const form = await payee.priced(path);
    service.clock.advance(10 * minuteMs);
    const answer = await payee.confirm(path, form);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.text).toContain('The price has expired.');
    expect(await payoutsMade()).toEqual([]);
    expect(await payee.confirm(path, form)).toMatchObject({ status: 200 });
    expect(await payoutsMade()).toEqual([]);
  });

  test.each([
    ['another account', { 'account.iban': 'DE98 5001 0517 0000 0002 28' }],
    ['another name', { name: 'Alan Turing' }],
    ['a company', { type: 'business' }],
    ['a price that nobody sealed', { sealedPrice: 'AAAA' }],
  ])('of %s than was priced makes no payout', async (_what, change) => {
    const form = await payee.priced(path);
    await payee.confirm(path, { ...form, ...change });
    expect(await payoutsMade()).toEqual([]);
    expect(await statusNow()).toBe('open');
  });

  test('whose account cannot be registered now is later, and leaves the link open', async () => {
    const form = await payee.priced(path, {
      ...inGermany,
      'account.iban': accountFor('PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE'),
    });
    const answer = await payee.confirm(path, form);
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '900' } });
    expect(await statusNow()).toBe('open');
    expect(await payee.claim(path)).toMatchObject({ status: 303 });
  });

  test('of a payee whom screening refuses ends the link, and tells nothing more', async () => {
    const answer = await payee.claim(path, { ...inGermany, 'account.iban': accountFor('PAYOUT_REFUSED') });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.text.replace(/<style>.*<\/style>/s, '')).not.toMatch(/screen|refus|sanction|Example/i);
    expect(await links.stored(payoutLinkId)).toMatchObject({ status: 'canceled', canceledBecause: 'payee_refused' });
    expect(await payee.get(path)).toMatchObject({ status: 404 });
  });
});

describe('a link that cannot be claimed', () => {
  test('is answered as a token that opens nothing, in every byte but the request’s id', async () => {
    const [canceled, expired, claimed] = [await addLink(), await addLink(), await addLink()];
    await links.cancel(canceled.payoutLinkId);
    await payee.claim(claimed.path);
    const other = await startLinks(service);
    const ofOther = new URL((await other.create()).url).pathname;
    service.clock.advance(31 * 24 * 60 * minuteMs);
    const last = (text: string) => text.slice(text.lastIndexOf('.') + 1);
    const open = (await addLink()).path;
    const forged = [
      open.replace(/.{32}$/, '0'.repeat(32)),
      open.replace(/.{32}$/, last(ofOther)),
      `${ofOther.slice(0, ofOther.indexOf('.'))}${open.slice(open.indexOf('.'))}`,
      open.replace('.pl_', '.lnk_'),
      `${open}0`,
      '/p/payout/nothing',
    ];
    const unknown = seen(await newPayee().get('/p/payout/unknown.pl_1.00000000000000000000000000000000'));
    expect(unknown.status).toBe(404);
    for (const closed of [canceled.path, expired.path, claimed.path, ...forged]) {
      expect(seen(await newPayee().get(closed)), closed).toEqual(unknown);
    }
    expect(seen(await newPayee('').get(canceled.path))).toEqual(unknown);
    for (const closed of [canceled.path, expired.path, claimed.path]) {
      expect(await newPayee().price(closed), closed).toMatchObject({ status: 400 });
    }
    for (const closed of forged) expect(await newPayee().price(closed), closed).toMatchObject({ status: 404 });
  });

  test('now, and perhaps later, says so and when to come back', async () => {
    const form = await payee.priced(path);
    await suspend(service.runtime, links.of.organizationId);
    for (const answer of [await payee.get(path), await payee.price(path), await payee.confirm(path, form)]) {
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '900' } });
      expect(titleOf(answer)).toBe('This cannot be paid right now');
      expect(answer.text).not.toContain('Example');
    }
    expect(await statusNow()).toBe('open');
  });
});

test('claims that fail are refused once they are too many, by whichever network they come', async () => {
  const wrong = { ...inGermany, 'account.iban': 'no' };
  for (let failed = 0; failed < failureBound.ofLink; failed += 1) {
    expect(await newPayee().price(path, wrong)).toMatchObject({ status: 400 });
  }
  const form = { ...inGermany, sealedPrice: 's', view: '0'.repeat(32) };
  for (const answer of [await payee.price(path), await payee.confirm(path, form)]) {
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '600' } });
    expect(answer.text).toContain('an hour at most');
  }
  expect(await payee.get(path)).toMatchObject({ status: 200 });
  service.clock.advance(2 * 60 * minuteMs);
  expect(await payee.price(path)).toMatchObject({ status: 200 });
});
