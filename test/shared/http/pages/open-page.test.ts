import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rateLimits } from '../../../../shared/contract/rate-classes.ts';
import { auditRows, storedItems } from '../../../support/answers.ts';
import { addNote, closeNote, type Note, notePages, noteRef } from '../../../support/note-pages.ts';
import { type Answer, TestService } from '../../../support/service.ts';
import { suspend } from '../../journal/commit/support.ts';

let service: TestService;
let organization: { organizationId: string };
let path: string;
let token: string;
let note: Note;

beforeAll(async () => {
  service = await TestService.start({}, undefined, notePages);
});

beforeEach(async () => {
  organization = await service.organization();
  ({ path, token, note } = await addNote(service.runtime, organization));
  service.clock.now = (Math.floor(service.clock.now / 60_000) + 1) * 60_000;
});

const open = (target: string, of = service) => of.send('GET', target, '', {});
const pageOf = (wanted: string) => `/p/notes/${wanted}`;

function submit(
  target: string,
  text: string,
  { sourceIp, of = service }: { sourceIp?: string; of?: TestService } = {},
) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return of.send('POST', target, new URLSearchParams({ text }).toString(), headers, sourceIp);
}

async function textOf({ organizationId, noteId }: Note): Promise<string | undefined> {
  return (await service.runtime.store.get(noteRef({ organizationId, resourceId: noteId })))?.text;
}

/** Everything that an answer tells, but the request's own id. */
function told({ status, headers, text }: Answer) {
  const { 'x-request-id': requestId = '', ...others } = headers;
  return { status, headers: others, text: text.replaceAll(requestId, '…') };
}

/** Another secret, id or organization in the place of the token's own. */
function forge(part: 0 | 1 | 2, value: string): string {
  return token
    .split('.')
    .map((own, index) => (index === part ? value : own))
    .join('.');
}

/** Tokens that open nothing: malformed, forged, of another kind, of another organization, of a closed note. */
async function badTokens(): Promise<Record<string, string>> {
  const other = await addNote(service.runtime, await service.organization());
  const closed = await addNote(service.runtime, organization);
  await closeNote(service.runtime, closed.note);
  return {
    'no token at all': 'x',
    'a sign that no id has': 'a%20b',
    'a long text': 'x'.repeat(200),
    'half a token': token.slice(0, 60),
    'another secret': forge(2, '0'.repeat(32)),
    'no secret': forge(2, ''),
    'the secret in capitals': forge(2, token.split('.')[2]?.toUpperCase() ?? ''),
    'an unknown resource': forge(1, `note_${'0'.repeat(25)}`),
    'another resource of the same organization': forge(1, closed.note.noteId),
    'another kind of resource': forge(1, `po_${'0'.repeat(25)}`),
    'another organization': forge(0, other.note.organizationId),
    'an unknown organization': forge(0, 'nobody'),
    "another's resource": forge(1, other.note.noteId),
    'a closed resource': closed.token,
  };
}

describe('a token that opens nothing', () => {
  test('is answered alike, whatever is wrong with it', async () => {
    for (const request of [(target: string) => open(target), (target: string) => submit(target, 'stolen')]) {
      const answers = Object.entries(await badTokens()).map(
        async ([what, bad]) => [what, told(await request(pageOf(bad)))] as const,
      );
      const [[, first] = [], ...others] = await Promise.all(answers);
      expect(first).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
      expect(first?.text).toContain('This page does not exist.');
      for (const [what, answer] of others) expect(answer, what).toEqual(first);
    }
    expect(await textOf(note)).toBe('as written');
  });

  test('is answered alike as JSON', async () => {
    const answers = Object.values(await badTokens()).map(async (bad) => told(await open(`${pageOf(bad)}/json`)));
    const [first, ...others] = await Promise.all(answers);
    expect(first).toMatchObject({ status: 404, headers: { 'content-type': 'application/json; charset=utf-8' } });
    for (const answer of others) expect(answer).toEqual(first);
  });

  test('costs one read at most, and no write', async () => {
    const bad = await badTokens();
    const calls: string[] = [];
    const watched = service.process((call, send) => {
      calls.push(call.name);
      return send();
    });
    for (const [what, forged] of Object.entries(bad)) {
      for (const request of [() => open(pageOf(forged), watched), () => submit(pageOf(forged), 'x', { of: watched })]) {
        calls.length = 0;
        await request();
        expect([[], ['BatchGet']], what).toContainEqual(calls);
      }
    }
  });

  test('leaves nothing in an audit log, and counts for nobody', async () => {
    const before = await storedItems(service);
    for (const bad of Object.values(await badTokens())) await submit(pageOf(bad), 'x');
    const added = (await storedItems(service)).filter(({ pk }) => !before.some((item) => item.pk === pk));
    expect(added.filter(({ _et }) => _et === 'auditEvent' || _et === 'rateCounter')).toEqual([]);
  });
});

test('one read finds the resource and its organization', async () => {
  const calls: string[] = [];
  const watched = service.process((call, send) => {
    calls.push(call.name);
    return send();
  });
  expect(await open(path, watched)).toMatchObject({ status: 200 });
  expect(calls).toEqual(['BatchGet']);
});

test('the table has no token, only its hash', async () => {
  const stored = JSON.stringify(await storedItems(service));
  expect(stored).toContain(note.tokenHash);
  expect(stored).not.toContain(token.split('.')[2]);
});

test('of a suspended organization the page itself decides what is said', async () => {
  await suspend(service.runtime, organization.organizationId);
  const answer = await open(path);
  expect(answer.status).toBe(403);
  expect(answer.text).toContain('not &lt;available&gt; now');
});

test('a refused submission leaves no row: everybody who has the link could fill the log', async () => {
  expect(await submit(path, 'x'.repeat(20_001))).toMatchObject({ status: 400 });
  expect(await service.send('POST', path, 'texts=1', {})).toMatchObject({ status: 400 });
  expect(await auditRows(service, organization)).toEqual([]);
});

test('API keys and sessions open no page', async () => {
  const headers = { 'x-api-key': 'akid_test_1', authorization: 'Bearer x' };
  expect(await service.send('GET', pageOf(forge(2, '0'.repeat(32))), '', headers)).toMatchObject({ status: 404 });
});

describe('submissions', () => {
  const perAddress = rateLimits['page-address'];
  const perToken = rateLimits['page-submission'];
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

  async function submitMany(count: number, sourceIp: (index: number) => string): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let index = 0; index < count; index += 1) {
      answers.push(await submit(path, `text ${index}`, { sourceIp: sourceIp(index) }));
    }
    return answers;
  }

  test('of one address are counted, to whatever page, and say when to come again', async () => {
    expect(statuses(await submitMany(perAddress, () => '198.51.100.1'))).toEqual(Array(perAddress).fill(303));
    const elsewhere = await addNote(service.runtime, await service.organization());
    service.clock.advance(20_500);
    const refused = await submit(elsewhere.path, 'more', { sourceIp: '198.51.100.1' });
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '40' } });
    expect(refused.text).toContain(`more than ${perAddress} requests in a minute`);
    expect(await textOf(elsewhere.note)).toBe('as written');
    expect(await submit(path, 'from another', { sourceIp: '198.51.100.2' })).toMatchObject({ status: 303 });
    service.clock.advance(39_500);
    expect(await submit(path, 'later', { sourceIp: '198.51.100.1' })).toMatchObject({ status: 303 });
  });

  test('of an IPv6 network are those of one address', async () => {
    const answers = await submitMany(perAddress + 1, (index) => `2001:db8:1:2::${index.toString(16)}`);
    expect(statuses(answers).at(-1)).toBe(429);
    expect(await submit(path, 'x', { sourceIp: '2001:db8:1:3::1' })).toMatchObject({ status: 303 });
  });

  test('of one page are counted, from whatever address', async () => {
    const answers = await submitMany(perToken + 1, (index) => `10.0.${index >> 8}.${index & 255}`);
    expect(statuses(answers)).toEqual([...Array(perToken).fill(303), 429]);
    const other = await addNote(service.runtime, organization);
    expect(await submit(other.path, 'x')).toMatchObject({ status: 303 });
  });

  test('are counted before their form is read; reads are not counted here', async () => {
    const refused = Array.from({ length: perAddress }, () => service.send('POST', path, '', {}, '198.51.100.9'));
    expect(statuses(await Promise.all(refused))).toEqual(Array(perAddress).fill(400));
    expect(await submit(path, 'x', { sourceIp: '198.51.100.9' })).toMatchObject({ status: 429 });
    expect(await service.send('GET', path, '', {}, '198.51.100.9')).toMatchObject({ status: 200 });
  });
});
