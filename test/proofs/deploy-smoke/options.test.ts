import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

const receiver = 'https://receiver.example.com/webhooks';

test('by default the emulator is played, and CDK gets what is not named', () => {
  expect(readOptions(['-c', 'edge=false'])).toEqual({
    on: 'emulator',
    receiver: undefined,
    passedOn: ['-c', 'edge=false'],
  });
  expect(readOptions(['-c', 'edge=false', '--receiver', receiver, '--verbose'])).toEqual({
    on: 'emulator',
    receiver,
    passedOn: ['-c', 'edge=false', '--verbose'],
  });
});

test('a stage in AWS is played at its origin', () => {
  const words = ['--stage', 'dev', '--origin', 'https://d1.cloudfront.net/business/api/v1', '--bus=feed'];
  expect(readOptions([...words, `--receiver=${receiver}?a=b`])).toEqual({
    on: 'stage',
    stage: 'dev',
    origin: 'https://d1.cloudfront.net',
    busName: 'feed',
    receiver: `${receiver}?a=b`,
  });
  expect(readOptions(words.slice(0, 4))).toMatchObject({ on: 'stage', busName: undefined, receiver: undefined });
});

test.each([
  [['--receiver'], '--receiver takes a value'],
  [['--receiver', '-c', 'edge=false'], '--receiver takes a value'],
  [['--receiver', 'http://receiver.example.com'], '--receiver takes an address that begins with https://'],
  [['--receiver', 'receiver'], '--receiver takes an address that begins with https://'],
  [['--stage', 'dev'], '--stage and --origin belong together'],
  [['--origin', 'https://d1.cloudfront.net'], '--stage and --origin belong together'],
  [['--bus', 'feed'], '--bus needs --stage and --origin'],
  [['--stage', 'dev', '--origin', 'https://d1.cloudfront.net', '-c', 'edge=false'], 'no use for -c'],
])('%j is refused', (words, message) => {
  expect(() => readOptions(words)).toThrow(message);
});
