import { expect, test } from 'vitest';
import { parseOptions, sectionNames } from './options.ts';

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
  const { webhooks: fullWebhooks, ...fullRest } = full;
  const { webhooks: quickWebhooks, ...quickRest } = quick;
  const pairs = [
    ...Object.entries(fullRest).map(([name, size]) => [size, quickRest[name as keyof typeof quickRest]] as const),
    ...Object.entries(fullWebhooks).map(
      ([name, size]) => [size, quickWebhooks[name as keyof typeof quickWebhooks]] as const,
    ),
  ];
  expect(pairs.filter(([more, less]) => less >= more)).toEqual([]);
});
