import { beforeEach, describe, expect, test } from 'vitest';
import { readArguments } from '../../../operator/arguments.ts';
import { runCommand } from '../../../operator/run.ts';
import { createListReview } from '../../../shared/providers/ofac/list-review.ts';
import { createListScreening, refusalScore } from '../../../shared/providers/ofac/list-screening.ts';
import { labelledNames } from '../../shared/providers/ofac/labelled-names.ts';
import { fixtureParties } from '../../shared/providers/ofac/sdn-fixture.ts';
import { subject, TestSource } from '../../shared/providers/ofac/support.ts';
import { storedItems } from '../../support/answers.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';

let source: TestSource;
let logged: string;
let service: TestService;

beforeEach(async () => {
  source = new TestSource();
  logged = '';
  const note = (...parts: unknown[]) => {
    logged += JSON.stringify(parts);
  };
  service = await TestService.start({
    screeningReview: createListReview({ source, clock: () => 0, least: { parties: 10, addresses: 0 } }),
    log: { debug: note, info: note, warn: note, error: note },
  });
});

const screen = (name: string) => performed(service, 'screen', { name });

/** What the command prints. */
async function printed(...asked: string[]): Promise<string[]> {
  const wanted = readArguments(['screen', ...asked]);
  if (typeof wanted === 'string') throw new Error(wanted);
  const lines: string[] = [];
  const target = {
    name: 'the test',
    seal: async (text: string) => text,
    perform: (operation: string, { input }: { readonly input: unknown }) => perform(service, operation, input),
  };
  const terminal = { print: (line: string) => void lines.push(line), note: () => {}, confirm: undefined };
  expect(await runCommand(wanted, target, terminal)).toBe(0);
  return lines;
}

describe('an operator who screens a name', () => {
  test('sees the listed party that it resembles, how much, and which words met', async () => {
    expect(await screen('Wladimir Putin')).toMatchObject({
      verdict: 'refused',
      refusedFrom: refusalScore,
      nearest: [
        {
          entityNumber: 35096,
          listed: 'PUTIN, Vladimir Vladimirovich',
          score: expect.closeTo(0.94, 1),
          words: ['putin', expect.stringMatching(/^wladimir as vladimir \(0\.9\d*\)$/)],
        },
      ],
    });
  });

  test('reads it line by line', async () => {
    const [verdict, from, nearest, number, listed, score, words, ...met] = await printed('Wladimir Putin');
    expect([verdict, from, nearest]).toEqual(['verdict: refused', 'refusedFrom: 0.85', 'nearest:']);
    expect([number, listed]).toEqual(['  - entityNumber: 35096', '    listed: PUTIN, Vladimir Vladimirovich']);
    expect(score).toMatch(/^ {4}score: 0\.9/);
    expect([words, met[0]]).toEqual(['    words:', '      - putin']);
  });

  test('is told when the names met by their letters and not word by word', async () => {
    const [first] = (await screen('VladimirPutin')).nearest;
    expect(first).toMatchObject({ entityNumber: 35096, words: ['all letters of the names, however they are parted'] });
  });

  test('sees parties that are near, of a name that is clear', async () => {
    const { verdict, nearest } = await screen('Boris Putin');
    expect(verdict).toBe('clear');
    expect(nearest.length).toBeGreaterThan(0);
    for (const { score } of nearest) expect(score).toBeLessThan(refusalScore);
    expect(await printed('Qwxzy Vlkjh')).toContain('nearest: -');
  });

  test('sees at most ten, the nearest first, each party once', async () => {
    const { nearest } = await screen('Ahmed Mohammed Ali Hassan Trading International');
    expect(nearest.length).toBeLessThanOrEqual(10);
    const scores = nearest.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const numbers = nearest.map(({ entityNumber }: { entityNumber: number }) => entityNumber);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('gets for every labelled name the verdict that a recipient of that name gets', async () => {
    const { log } = service.runtime;
    const screening = createListScreening({ source, clock: () => 0, log, least: { parties: 10, addresses: 0 } });
    for (const { name } of labelledNames) {
      const recipients = await screening.screen(subject(name)).catch(() => 'not-comparable');
      expect([name, (await screen(name)).verdict]).toEqual([name, recipients]);
    }
  });

  test('is told of a name that cannot be compared', async () => {
    expect(await screen('王伟')).toMatchObject({ verdict: 'not-comparable' });
  });
});

describe('an operator who screens an address', () => {
  const address = '0x8576acC5C05D6Ce88f4e49bf65BdF0C62F91353C';
  const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

  beforeEach(() => {
    const sdn = `${source.files.sdn}`.replace('nationality Nowhere.', `Digital Currency Address - ETH ${address}.`);
    source.files = { ...source.files, sdn: Buffer.from(sdn, 'latin1') };
  });

  test('sees whose it is, whatever its capitals, and nothing of it is logged', async () => {
    const listed = { verdict: 'refused', entityNumber: expect.any(Number) };
    for (const written of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
      expect(await performed(service, 'screen', { address: written })).toEqual(listed);
    expect(await performed(service, 'screen', { address: other })).toEqual({ verdict: 'clear' });
    expect(logged).toContain('"verdict":"refused"');
    expect(logged.toLowerCase()).not.toContain(address.toLowerCase());
  });

  test('reads it line by line, by its own option', async () => {
    const number = fixtureParties.find(({ type }) => type === 'individual')?.number;
    expect(await printed(address, '--address')).toEqual(['verdict: refused', `entityNumber: ${number}`]);
    expect((await printed(address))[0]).toBe('verdict: clear');
  });

  test.each([
    { address: '0x12' },
    { address: `${address} ` },
    { address: 'a'.repeat(129) },
    { address, name: 'Ada Lovelace' },
    {},
  ])('sends %j and is refused', async (input) => {
    expectRefusal(await perform(service, 'screen', input), 'VALIDATION_ERROR');
  });
});

describe('what a look leaves behind', () => {
  test('is a line in the log with who asked, the verdict and the entries, and never the name', async () => {
    const before = await storedItems(service);
    await perform(service, 'screen', { name: 'Wladimir Putin' }, { operator: 'grace' });
    expect(logged).toContain('"actorUserId":"operator:grace"');
    expect(logged).toContain('"verdict":"refused"');
    expect(logged).toContain('"entityNumber":35096');
    expect(logged.toLowerCase()).not.toMatch(/putin|vladimir|wladimir/);
    expect(await storedItems(service)).toEqual(before);
  });

  test.each([
    ['an empty one', ''],
    ['one longer than a recipient may have', 'a'.repeat(141)],
    ['a number', 7],
  ])('is nothing for a name that is none: %s', async (_what, name) => {
    expectRefusal(await perform(service, 'screen', { name }), 'VALIDATION_ERROR');
    expect(source.asked).toBe(0);
  });
});

describe('without a list', () => {
  test('there is nothing to look at where the stage names none', async () => {
    const bare = await TestService.start();
    expectRefusal(await perform(bare, 'screen', { name: 'Ada Lovelace' }), 'CONFLICT');
  });

  test('no name is called clear while the list cannot be read; the answer has no path of it, the log has', async () => {
    source.current = new Error('access to s3://compliance denied');
    const answer = await perform(service, 'screen', { name: 'Ada Lovelace' });
    expectRefusal(answer, 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE');
    expect(JSON.stringify(answer)).not.toContain('compliance');
    expect(logged).toContain('the screening list is not at hand');
    source.current = 'v1';
    expect(await screen('Ada Lovelace')).toMatchObject({ verdict: 'clear' });
  });
});
