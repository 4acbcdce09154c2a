import { beforeEach, describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../shared/ground/errors/service-error.ts';
import { type Screening, ScreeningUnavailable } from '../../../../shared/ports/screening.ts';
import { createListScreening } from '../../../../shared/providers/ofac/list-screening.ts';
import { maxListAgeMs } from '../../../../shared/providers/ofac/loaded-list.ts';
import { fixtureParties } from './sdn-fixture.ts';
import { filesOf, subject, TestSource } from './support.ts';

let source: TestSource;
let now: number;
let logged: string;
let screening: Screening;

beforeEach(() => {
  source = new TestSource();
  now = 0;
  logged = '';
  const log = (...parts: unknown[]) => {
    logged += JSON.stringify(parts);
  };
  const logger = { debug: log, info: log, warn: log, error: log };
  screening = createListScreening({ source, clock: () => now, log: logger, least: { parties: 10, addresses: 0 } });
});

const screen = (name: string) => screening.screen(subject(name));

describe('screening by a list', () => {
  test('refuses a listed name and clears another', async () => {
    expect(await screen('Vladimir Putin')).toBe('refused');
    expect(await screen('Ada Lovelace')).toBe('clear');
  });

  test('tells the operator the listed number and the score, and no name', async () => {
    await screen('Wladimir Putin');
    expect(logged).toContain('"entityNumber":35096');
    expect(logged).toContain('"score":0.9');
    expect(logged.toLowerCase()).not.toMatch(/putin|vladimir|wladimir/);
  });

  test('refuses a listed name in Cyrillic or Arabic letters, and clears another', async () => {
    expect(await screen('Владимир Путин')).toBe('refused');
    expect(await screen('معمر القذافي')).toBe('refused');
    expect(await screen('Анна Ахматова')).toBe('clear');
  });

  test('asks for a name in letters that can be compared', async () => {
    const failure = await screen('王伟').catch((error) => error);
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure).toMatchObject({ type: 'VALIDATION_ERROR', errors: [{ path: 'name', code: 'unsupported_script' }] });
  });

  test('refuses a listed name that hides behind letters of two scripts, and does not say what gave it away', async () => {
    expect(await screen('Vlаdimir Рutin')).toBe('refused');
  });

  test.each(['Ada ʇovelace', 'Ada Lоvelace'])(
    'asks for other letters in %j, which mixes them within a word',
    async (name) => {
      await expect(screen(name)).rejects.toMatchObject({ type: 'VALIDATION_ERROR' });
    },
  );
});

describe('the list', () => {
  test('is read at the first use, once for many at a time', async () => {
    expect(source.asked).toBe(0);
    await Promise.all(['A Lovelace', 'Ana Souza', 'Kim Jong Un'].map(screen));
    await screen('Ana Souza');
    expect([source.asked, source.reads]).toEqual([1, 1]);
  });

  test('is not asked for again until it is too old, and not read again where it did not change', async () => {
    await screen('Ana Souza');
    now = maxListAgeMs - 1;
    await screen('Ana Souza');
    expect(source.asked).toBe(1);
    now = maxListAgeMs;
    await screen('Ana Souza');
    now = 2 * maxListAgeMs - 1;
    await screen('Ana Souza');
    expect([source.asked, source.reads]).toEqual([2, 1]);
  });

  test('is read again where it changed', async () => {
    expect(await screen('Ana Souza')).toBe('clear');
    source.files = filesOf([...fixtureParties, { number: 1, name: 'SOUZA, Ana', type: 'individual' }]);
    source.current = 'v2';
    now = maxListAgeMs;
    expect(await screen('Ana Souza')).toBe('refused');
  });
});

describe('in doubt nobody is clear', () => {
  const unavailable = () => expect(screen('Ada Lovelace')).rejects.toBeInstanceOf(ScreeningUnavailable);

  test('while the list cannot be read; when it can, screening goes on', async () => {
    source.current = new Error('access denied');
    const failure = await screen('Ada Lovelace').catch((error) => error);
    expect(failure).toBeInstanceOf(ScreeningUnavailable);
    expect(failure).toMatchObject({ message: 'the screening list is not at hand', cause: source.current });
    source.current = 'v1';
    expect(await screen('Ada Lovelace')).toBe('clear');
  });

  test('when the list is too old and cannot be read again', async () => {
    await screen('Ada Lovelace');
    now = maxListAgeMs;
    source.current = new Error('access denied');
    await unavailable();
  });

  test.each([
    ['empty', { sdn: Buffer.from(''), aliases: Buffer.from(''), comments: Buffer.from('') }],
    ['garbage', { sdn: Buffer.from('<html>"busy"</html>'), aliases: Buffer.from('x'), comments: Buffer.from('') }],
    ['a part of it', filesOf(fixtureParties.slice(0, 9))],
  ])('when the list is %s', async (_what, files) => {
    source.files = files;
    await unavailable();
  });

  test('with the smallest list that counts as whole, unless said, above a few rows', async () => {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const strict = createListScreening({ source, clock: () => 0, log });
    await expect(strict.screen(subject('Ada Lovelace'))).rejects.toBeInstanceOf(ScreeningUnavailable);
  });
});
