import { beforeEach, describe, expect, test } from 'vitest';
import { revokeApiKey } from '../../../shared/approvals/revoke-api-key.ts';
import { recordRef } from '../../../shared/journal/idempotency/claim.ts';
import { type IdempotencyRecord, IdempotencyRecordEntity } from '../../../shared/journal/idempotency/record.ts';
import { contradictionMessage } from '../../../shared/journal/intents/settle-intent.ts';
import { suspend } from '../../shared/journal/commit/support.ts';
import { auditRows } from '../../support/answers.ts';
import { lost, unanswered } from '../../support/checkout/fake-acquirer.ts';
import { bodyOf } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Body, expectRefused, LinkScene, mug } from './links-support.ts';

let scene: LinkScene;

beforeEach(async () => {
  scene = await LinkScene.start();
});

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const inMs = (ms: number) => new Date(scene.service.clock.now + ms).toISOString();
/** The acquirer answers as it did before the test changed it. */
const answersAgain = () => {
  scene.acquirer.onTheWay = (go) => go();
};
const items = [{ name: 'Lid', quantity: 1, unitAmount: '3.00' }];

/** A draft whose publication has got no answer. */
async function silentDraft(): Promise<Body> {
  const link = await scene.created();
  scene.acquirer.onTheWay = unanswered;
  expectRefused(await scene.publish(link), 'INTERNAL', 'did not answer');
  return link;
}

describe('publishing', () => {
  test.each(['publish', 'create'] as const)(
    '%s is answered although its key is revoked while the acquirer is asked',
    async (how) => {
      const draft = how === 'publish' ? await scene.created() : undefined;
      const { service, of } = scene;
      scene.acquirer.onTheWay = async (go) => {
        await revokeApiKey(service.runtime, { organizationId: of.organizationId, id: of.key.id });
        return go();
      };
      const answer = draft ? await scene.publish(draft) : await scene.create({ ...mug, publish: true });
      expect(answer).toMatchObject({ status: draft ? 200 : 201, body: { status: 'sent' } });
      expect(await scene.intents()).toMatchObject([{ state: 'settled', said: 'done' }]);
    },
  );

  test(
    'sets a price up with the acquirer, once, and makes the link live',
    quotes({
      'Endpoints > Publish a checkout link': [
        '`POST C/links/{linkId}/publish`.',
        '200: live link, `status: sent`, with `shareUrl`.',
      ],
      'States and transitions > Checkout link': [
        'mints the hosted card page',
        '`sent` | publish | already live | `sent` | no-op returning the link',
      ],
      'Resources and their fields > Checkout link': 'present on every link',
    }),
    async () => {
      const link = await scene.created();
      scene.service.clock.advance(secondMs);
      const sent = bodyOf(await scene.publish(link));
      expect(sent).toEqual({ ...link, status: 'sent', publishedAt: inMs(0), updatedAt: inMs(0) });
      expect(await scene.read(link)).toEqual(sent);
      expect([...scene.acquirer.prices.values()]).toEqual([
        { organizationId: scene.of.organizationId, linkId: link.linkId, name: 'Mug', total: '1250', currency: 'USD' },
      ]);
      expect(bodyOf(await scene.publish(link))).toEqual(sent);
      expect(await scene.resumeAfter(minuteMs)).toBe(0);
      expect(scene.acquirer.heard).toHaveLength(1);
      expect(scene.acquirer.closed).toEqual([]);
    },
  );

  test('names several items by whom they are from', async () => {
    await scene.published({ ...mug, items: [...mug.items, ...items] });
    await scene.published({ ...mug, items: [...mug.items, ...items], fromName: 'Mugs & Co' });
    expect([...scene.acquirer.prices.values()].map(({ name }) => name)).toEqual(['Example', 'Mugs & Co']);
  });

  test(
    'asks nobody for a link that offers no cards',
    quotes({
      'States and transitions > Checkout link': 'when `card` is offered',
      'Resources and their fields > Checkout link': '`[]` makes a link nothing can pay',
    }),
    async () => {
      const link = await scene.created({ ...mug, methods: [] });
      expect(bodyOf(await scene.publish(link)).status).toBe('sent');
      expect(await scene.published({ ...mug, methods: [] })).toMatchObject({ status: 'sent', methods: [] });
      expect(scene.acquirer.heard).toEqual([]);
    },
  );

  test(
    'of a draft whose deadline has passed is LINK_EXPIRED, before the acquirer is asked',
    quotes({
      'Endpoints > Publish a checkout link':
        "400 `LINK_EXPIRED` (draft's `expiresAt` passed; before any processor call)",
      'States and transitions > Checkout link': "`draft` | publish | draft's `expiresAt` in the future | `sent`",
    }),
    async () => {
      const link = await scene.created({ ...mug, expiresAt: inMs(secondMs) });
      scene.service.clock.advance(secondMs);
      expectRefused(await scene.publish(link), 'LINK_EXPIRED');
      expect(scene.acquirer.heard).toEqual([]);
      bodyOf(await scene.patch(link, { expiresAt: inMs(secondMs) }));
      expect(bodyOf(await scene.publish(link)).status).toBe('sent');
    },
  );

  test('keeps the draft where the deadline passes while the acquirer is asked, and publishes without asking again', async () => {
    const link = await scene.created({ ...mug, expiresAt: inMs(secondMs) });
    scene.acquirer.onTheWay = (go) => {
      scene.service.clock.advance(secondMs);
      return go();
    };
    expectRefused(await scene.publish(link), 'LINK_EXPIRED');
    bodyOf(await scene.patch(link, { expiresAt: null }));
    expect(bodyOf(await scene.publish(link)).status).toBe('sent');
    expect(scene.acquirer.heard).toHaveLength(1);
  });

  test(
    'is 503 where cards are not set up, where the acquirer refuses, and where pages have no host',
    quotes({
      'Endpoints > Publish a checkout link':
        '503 `INTERNAL` (card payments not set up on this environment, or the processor refused; the link is unchanged and stays publishable).',
    }),
    async () => {
      const link = await scene.created();
      const { rails } = scene.service.runtime;
      const cardless = scene.process((_call, send) => send(), {
        rails: (mode) => ({ ...rails(mode), acquirer: undefined }) as ReturnType<typeof rails>,
      });
      const homeless = scene.process((_call, send) => send(), { pagesUrl: undefined });
      scene.acquirer.decide = () => 'refused';
      for (const [through, words] of [
        [cardless, 'card payments are not set up'],
        [homeless, 'no host for pages'],
        [scene.service, 'the card processor refused'],
      ] as const) {
        const answer = await scene.publish(link, { through });
        expect(answer.body).toMatchObject({ type: 'INTERNAL', status: 503, detail: expect.stringContaining(words) });
        expect(await scene.read(link)).toMatchObject({ ...link, updatedAt: expect.any(String) });
      }
      scene.acquirer.decide = () => 'done';
      expect(bodyOf(await scene.publish(link)).status).toBe('sent');
    },
  );

  test(
    'is refused where the acquirer no longer charges such a total',
    quotes({ 'Endpoints > Publish a checkout link': 'and other 400s.' }),
    async () => {
      const link = await scene.created();
      scene.acquirer.range = () => ({ minimum: 20_00n, maximum: 30_00n });
      expectRefused(await scene.publish(link), 'BAD_REQUEST', 'a card payment can be 20.00 to 30.00 USD');
    },
  );
});

describe('a create that publishes', () => {
  test(
    'is live on return',
    quotes({
      'Endpoints > Create a checkout link': [
        '`publish`.',
        '201: the link. `status` is `sent` after a successful `publish: true`',
      ],
      'Resources and their fields > Checkout link': '`publish` | boolean on create; live on return when true',
      'States and transitions > Checkout link': '(none) | create | `publish: true`, accepted | `sent` | 201',
    }),
    async () => {
      const link = await scene.created({ ...mug, publish: true });
      expect(link).toMatchObject({ status: 'sent', publishedAt: inMs(0) });
      expect(await scene.read(link)).toEqual(link);
    },
  );

  test.each([
    ['LINK_EXPIRED', 400, () => scene.created({ ...mug, publish: true, expiresAt: inMs(0) })],
    [
      'INTERNAL',
      503,
      () => {
        scene.acquirer.decide = () => 'refused';
        return scene.created({ ...mug, publish: true });
      },
    ],
    [
      'INTERNAL',
      503,
      async () => {
        const rails = (() => ({ ...scene.acquirer.rails(), acquirer: undefined })) as never;
        const through = scene.process((_call, send) => send(), { rails });
        return bodyOf(await scene.create({ ...mug, publish: true }, { through }), 201);
      },
    ],
  ] as const)(
    'is answered by a draft that says why it is none: %s',
    quotes({
      'Endpoints > Create a checkout link':
        'else `draft` with `publishError` when publish was refused (for example a business not set up for cards, a currency the processor cannot price; `type` is `LINK_EXPIRED` when `expiresAt` already passed).',
      'Resources and their fields > Checkout link':
        '`publishError` | `{ status, type, message }`; set on a kept draft when publish was refused',
      'States and transitions > Checkout link':
        '(none) | create | `publish: true`, refused | `draft` | 201 with `publishError`; branch on `status` not `sent`',
    }),
    async (type, status, create) => {
      const link = await create();
      expect(link).toMatchObject({ status: 'draft', publishError: { status, type, message: expect.any(String) } });
      expect(await scene.read(link)).toEqual(link);
      scene.acquirer.decide = () => 'done';
      const changed = bodyOf(await scene.patch(link, { expiresAt: null }));
      expect(changed).not.toHaveProperty('publishError');
      expect(bodyOf(await scene.publish(link))).toMatchObject({ status: 'sent' });
    },
  );

  test('is told that the draft is kept where another request has begun its key meanwhile', async () => {
    const { service, of } = scene;
    const { store } = service.runtime;
    const record = recordRef({ organizationId: of.organizationId, key: 'again' });
    scene.acquirer.onTheWay = async (go) => {
      const found = await store.get(record);
      await store.put(IdempotencyRecordEntity, { ...(found as IdempotencyRecord), owner: 'another' });
      return go();
    };
    const body = { ...mug, publish: true };
    expectRefused(await scene.create(body, { key: 'again' }), 'INTERNAL', 'the draft is kept');
    await store.remove(record, {});
    answersAgain();
    expect(await scene.resumeAfter(20 * secondMs)).toBe(1);
    const rows = (await auditRows(service, of)).filter(({ action }) => action === 'checkout_link.create');
    expect(rows.map(({ errorType }) => errorType)).toContain('INTERNAL');
    expect(rows.map(({ errorType }) => errorType)).not.toContain('IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
    expect(bodyOf(await scene.create(body, { key: 'again' }), 201)).toMatchObject({ status: 'sent' });
    expect((await scene.list()).data).toHaveLength(1);
    expect(scene.acquirer.prices.size).toBe(1);
  });

  test('replays its answer, and asks the acquirer once', async () => {
    const link = bodyOf(await scene.create({ ...mug, publish: true }, { key: 'key' }), 201);
    const again = await scene.create({ ...mug, publish: true }, { key: 'key' });
    expect(bodyOf(again, 201)).toEqual(link);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(scene.acquirer.heard).toHaveLength(1);
  });
});

describe('a create whose acquirer was silent', () => {
  const body = { ...mug, publish: true };
  const create = (sent: object = body) => scene.create(sent, { key: 'key' });
  let draft: Body;

  beforeEach(async () => {
    scene.acquirer.onTheWay = unanswered;
    expectRefused(await create(), 'INTERNAL', 'the draft is kept');
    [draft] = (await scene.list('?status=draft')).data;
    answersAgain();
  });

  test(
    'has kept its draft, and answers CONFLICT until the attempt clears; then it publishes that draft',
    quotes({
      'Endpoints > Create a checkout link':
        '500 `INTERNAL` when the card processor did not answer while minting the card page: the draft is kept; do not retry the create; list drafts (`GET /links?status=draft`)',
    }),
    async () => {
      expectRefused(await create(), 'CONFLICT', 'being published');
      expect(await scene.resumeAfter(20 * secondMs)).toBe(1);
      const link = bodyOf(await create(), 201);
      expect(link).toMatchObject({ status: 'sent', linkId: draft.linkId });
      expect((await scene.list()).data).toEqual([link]);
      expect(scene.acquirer.prices.size).toBe(1);
      expect(bodyOf(await create(), 201)).toEqual(link);
    },
  );

  test(
    'answers with the link where it was published since',
    quotes({ 'Endpoints > Create a checkout link': 'then publish' }),
    async () => {
      await scene.resumeAfter(20 * secondMs);
      const sent = bodyOf(await scene.publish(draft));
      expect(bodyOf(await create(), 201)).toEqual(sent);
    },
  );

  test(
    'is refused with another body, and once the draft was edited or deleted',
    quotes({ 'Endpoints > Create a checkout link': 'or delete.' }),
    async () => {
      await scene.resumeAfter(20 * secondMs);
      expectRefused(await create({ ...body, items }), 'IDEMPOTENCY_KEY_CONFLICT');
      bodyOf(await scene.patch(draft, { fromName: 'Mugs' }));
      expectRefused(await create(), 'CONFLICT', 'edited');
      bodyOf(await scene.delete(draft));
      expectRefused(await create(), 'CONFLICT', 'deleted');
      expect((await scene.list()).data).toEqual([]);
    },
  );

  test('belongs to its organization: the same key and body of another one make another link', async () => {
    const other = await scene.service.organization();
    const link = bodyOf(await scene.create(body, { by: other, key: 'key' }), 201);
    expect(link.linkId).not.toBe(draft.linkId);
  });
});

describe('while the acquirer is silent', () => {
  test(
    'publish, change and delete answer CONFLICT, and the link stays a draft',
    quotes({
      'Endpoints > Update a checkout link': '409 `CONFLICT` (another change in flight).',
      'Endpoints > Publish a checkout link': [
        '409 `CONFLICT` (another publish',
        '500 `INTERNAL` (processor silent; card page may exist; an immediate retry answers 409',
      ],
    }),
    async () => {
      const link = await silentDraft();
      answersAgain();
      expectRefused(await scene.publish(link), 'CONFLICT');
      expectRefused(await scene.patch(link, { fromName: 'Mugs' }), 'CONFLICT');
      expectRefused(await scene.delete(link), 'CONFLICT');
      expect(await scene.read(link)).toMatchObject({ ...link, updatedAt: expect.any(String) });
    },
  );

  test.each([
    ['it was never reached', lost],
    ['it has done what it was asked', unanswered],
  ])('its page is kept with the draft, once it answers: %s', async (_name, way) => {
    const link = await scene.created();
    scene.acquirer.onTheWay = way;
    expectRefused(await scene.publish(link), 'INTERNAL');
    answersAgain();
    expect(await scene.resumeAfter(20 * secondMs)).toBe(1);
    expect((await scene.read(link)).status).toBe('draft');
    const { length } = scene.acquirer.heard;
    expect(bodyOf(await scene.publish(link)).status).toBe('sent');
    expect(scene.acquirer.heard).toHaveLength(length);
    expect(scene.acquirer.open).toHaveLength(1);
    expect(await scene.resumeAfter(minuteMs)).toBe(0);
  });

  test('a draft that costs as many cents of another currency since then cannot be published either', async () => {
    const link = await silentDraft();
    answersAgain();
    await scene.resumeAfter(minuteMs);
    const changed = bodyOf(await scene.patch(link, { currency: 'EUR', items: mug.items }));
    expect([changed.currency, changed.total]).toEqual(['EUR', link.total]);
    expectRefused(await scene.publish(link), 'CONFLICT', 'was repriced');
    expect((await scene.read(link)).status).toBe('draft');
  });

  test(
    'a draft that is repriced since its page was set up cannot be published, only deleted, which takes the page back',
    quotes({
      'Endpoints > Publish a checkout link':
        'or the draft was repriced after its card page was set up: delete it and create a new one).',
    }),
    async () => {
      const link = await silentDraft();
      answersAgain();
      await scene.resumeAfter(20 * secondMs);
      bodyOf(await scene.patch(link, { items }));
      expectRefused(await scene.publish(link), 'CONFLICT', 'repriced');
      bodyOf(await scene.patch(link, { items: mug.items, fromName: 'Mugs' }));
      bodyOf(await scene.patch(link, { items }));
      bodyOf(await scene.delete(link));
      expect(await scene.resumeAfter(secondMs)).toBe(1);
      expect(scene.acquirer.open).toEqual([]);
    },
  );

  test(
    'the link is free after 15 minutes at most, and a page that is found later is closed',
    quotes({ 'Endpoints > Publish a checkout link': 'until the attempt clears).' }),
    async () => {
      const link = await silentDraft();
      scene.service.clock.advance(15 * minuteMs - 1);
      expectRefused(await scene.patch(link, { items }), 'CONFLICT');
      scene.service.clock.advance(1);
      bodyOf(await scene.patch(link, { items }));
      answersAgain();
      expect(bodyOf(await scene.publish(link))).toMatchObject({ status: 'sent', total: '3.00' });
      expect(await scene.resumeAfter(minuteMs)).toBe(1);
      expect(await scene.resumeAfter(secondMs)).toBe(1);
      expect(scene.acquirer.prices.size).toBe(2);
      expect(scene.acquirer.open).toEqual([`price_${[...scene.acquirer.prices.keys()].at(-1)}`]);
      expect((await scene.read(link)).total).toBe('3.00');
      expect(await scene.resumeAfter(60 * minuteMs)).toBe(0);
    },
  );

  test('and nobody touches the link meanwhile, a page that is found after 15 minutes is closed too', async () => {
    const link = await silentDraft();
    answersAgain();
    await scene.resumeAfter(16 * minuteMs);
    await scene.resumeAfter(secondMs);
    expect(scene.acquirer.open).toEqual([]);
    expect(bodyOf(await scene.publish(link)).status).toBe('sent');
    expect(scene.acquirer.open).toHaveLength(1);
  });

  test('and the link is deleted after 15 minutes, a page that is found is closed, however often that fails first', async () => {
    const link = await silentDraft();
    scene.service.clock.advance(15 * minuteMs);
    bodyOf(await scene.delete(link));
    answersAgain();
    let failures = 2;
    scene.acquirer.onClose = () => {
      failures -= 1;
      if (failures >= 0) throw new Error('the acquirer cannot be reached');
    };
    await scene.resumeAfter(minuteMs);
    for (let attempt = 0; attempt < 4; attempt += 1) await scene.resumeAfter(20 * secondMs);
    expect(scene.acquirer.open).toEqual([]);
    expect(scene.acquirer.closed).toHaveLength(1);
  });

  test('its refusal, which comes later, frees the draft', async () => {
    const link = await scene.created();
    scene.acquirer.onTheWay = lost;
    expectRefused(await scene.publish(link), 'INTERNAL');
    answersAgain();
    scene.acquirer.decide = () => 'refused';
    await scene.resumeAfter(20 * secondMs);
    scene.acquirer.decide = () => 'done';
    expect(bodyOf(await scene.publish(link)).status).toBe('sent');
  });

  test('an unclear answer is asked about, and never repeated', async () => {
    const link = await scene.created();
    scene.acquirer.onTheWay = async (go, what) => {
      const said = await go();
      return what === 'call' ? { outcome: 'unclear' } : said;
    };
    expectRefused(await scene.publish(link), 'INTERNAL');
    await scene.resumeAfter(20 * secondMs);
    expect(scene.acquirer.heard.map(({ what }) => what)).toEqual(['call', 'find']);
    expect(bodyOf(await scene.publish(link)).status).toBe('sent');
  });

  test('one row is audited, as INTERNAL', async () => {
    const link = await silentDraft();
    answersAgain();
    await scene.resumeAfter(20 * secondMs);
    const rows = await auditRows(scene.service, scene.of);
    expect(rows.filter(({ action }) => action === 'checkout_link.publish')).toMatchObject([
      { resourceId: link.linkId, errorType: 'INTERNAL' },
    ]);
  });
});

test('an acquirer that takes back what it said publishes nothing, and alarms', async () => {
  const link = await scene.created();
  const settledFirst = scene.process((_call, send) => send());
  // The worker hears that it was refused, while the answer to the request is on its way.
  scene.acquirer.onTheWay = async (go) => {
    const said = await go();
    scene.acquirer.onTheWay = async () => ({ outcome: 'refused' });
    await scene.resumeAfter(20 * secondMs, settledFirst);
    return said;
  };
  expectRefused(await scene.publish(link), 'INTERNAL');
  expect(scene.errors).toContain(contradictionMessage);
  expect((await scene.read(link)).status).toBe('draft');
});

test('an organization that is suspended meanwhile gets its answer: its pages charge nothing all the same', async () => {
  const link = await scene.created();
  scene.acquirer.onTheWay = async (go) => {
    await suspend(scene.service.runtime, scene.of.organizationId);
    return go();
  };
  const answer = await scene.publish(link);
  expect([answer.status, answer.body.type ?? answer.body.status]).toEqual([200, 'sent']);
});
