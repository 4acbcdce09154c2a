import { expect, test } from 'vitest';
import { parseOptions, type Sizes, sectionNames } from './options.ts';

test('everything is measured unless somebody asks for less', () => {
  expect(parseOptions([]).sections).toEqual(sectionNames);
});

test('--only measures the sections that it names', () => {
  expect(parseOptions(['--only', 'webhooks']).sections).toEqual(['webhooks']);
  expect(parseOptions(['--only', 'pages', '--only', 'peer', '--quick']).sections).toEqual(['pages', 'peer']);
});

test('--only refuses a section that does not exist', () => {
  expect(() => parseOptions(['--only', 'webhook'])).toThrow(/one of functions, .*, not 'webhook'/);
});

test('--quick measures less of everything', () => {
  const [full, quick] = [parseOptions([]).sizes, parseOptions(['--quick']).sizes];
  const numbers = (sizes: Sizes) =>
    Object.entries(sizes).flatMap(([name, size]: [string, number | Record<string, number>]): [string, number][] =>
      typeof size === 'number' ? [[name, size]] : Object.entries(size).map(([part, one]) => [`${name}.${part}`, one]),
    );
  const less = new Map(numbers(quick));
  expect(numbers(full).filter(([name, size]) => !((less.get(name) ?? size) < size))).toEqual([]);
});
