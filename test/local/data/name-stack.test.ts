import { describe, expect, test } from 'vitest';
import { nameStack } from '../../../local/data/name-stack.ts';
import { proxyBetween } from '../../../local/demo/proxy-between.ts';

test.each([
  ['start over: npm start -- --fresh', 'data', 'start over: npm start -- --data data --fresh'],
  ['Start it first: npm start', '/tmp/a b', "Start it first: npm start -- --data '/tmp/a b'"],
  ['npm start; npm start -- --fresh', '$&', "npm start -- --data '$&'; npm start -- --data '$&' --fresh"],
  ["it's npm start", "it's", "it's npm start -- --data 'it'\\''s'"],
  ['Try npm start -- --help', 'data', 'Try npm start -- --help'],
  ['npm start -- --fresh', '.sluice', 'npm start -- --fresh'],
])('%j names the stack in %j', (message, directory, named) => {
  expect(nameStack(message, directory)).toBe(named);
});

describe('a proxy in the environment', () => {
  const address = 'http://127.0.0.1:8787/business/api/v1';
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://ada:secret@proxy.example:3128' };

  test.each([
    env,
    { NODE_OPTIONS: '--use-env-proxy', http_proxy: 'http://proxy.example:3128', NO_PROXY: 'example.com' },
  ])('is named without its password', (one) => {
    expect(proxyBetween(address, one)).toBe(
      'A proxy stands between: HTTP_PROXY names proxy.example:3128. NO_PROXY=127.0.0.1 passes it by.',
    );
  });

  test.each([
    { ...env, NODE_USE_ENV_PROXY: undefined },
    { ...env, NO_PROXY: 'example.com, 127.0.0.1' },
    { ...env, no_proxy: '*' },
    { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://proxy.example:3128' },
  ])('is not named where it does not stand between', (one) => {
    expect(proxyBetween(address, one)).toBeUndefined();
  });
});
