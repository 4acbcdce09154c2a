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
  expect(() => parseOptions(['--only', 'webhook'])).toThrow(/one of functions, .*webhooks, not 'webhook'/);
});

test('--quick measures less of everything', () => {
  const [full, quick] = [parseOptions([]).sizes, parseOptions(['--quick']).sizes];
  const numbers = ({ modelled, batches, checkout, sweep, webhooks, ...rest }: Sizes) =>
    Object.entries({ ...rest, ...modelled, ...batches, ...checkout, ...sweep, ...webhooks });
  const less = new Map(numbers(quick));
  expect(numbers(full).filter(([name, size]) => !((less.get(name) ?? size) < size))).toEqual([]);
});
