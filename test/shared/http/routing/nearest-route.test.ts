import { describe, expect, test } from 'vitest';
import published from '../../../../docs/openapi.json' with { type: 'json' };
import { discoverEndpoints } from '../../../../functions/discover.ts';
import { knownRoutes } from '../../../../shared/http/routing/known-routes.ts';
import { nearestRoute } from '../../../../shared/http/routing/nearest-route.ts';

const prefix = '/business/api/v1';
const orgId = 'cjld2cjxh0000qzrmn831i7rn';
const balance = `/payments/organizations/${orgId}/balance`;
const shownBalance = `GET ${prefix}/payments/organizations/{orgId}/balance`;

test('every documented operation is a known route, and nothing else', async () => {
  const documented = new Set(
    Object.values(published.paths)
      .flatMap((path) => Object.values(path))
      .map(operationOf),
  );
  const declared = (await discoverEndpoints()).map(({ declaration }) => declaration);
  const routes = declared.filter(({ operation }) => documented.has(operation));
  expect(knownRoutes.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
});

const operationOf = ({ operationId }: { operationId: string }) => operationId;

describe('what was probably meant', () => {
  test.each([
    ['a slash at the end', `${prefix}${balance}/`, 'it ends with a slash'],
    ['two slashes', `${prefix}/payments//organizations/${orgId}/balance`, 'it has an empty segment'],
    ['no prefix', balance, `${prefix} is missing`],
    ['another prefix', `/api/v1${balance}`, `${prefix} is missing`],
    ['another version', `/business/api/v2${balance}`, `${prefix} is missing`],
    ['upper case', `${prefix}/Payments/organizations/${orgId}/balance`, 'paths are case-sensitive'],
  ])('%s', (_, path, difference) => {
    expect(nearestRoute('GET', path)).toEqual({
      detail: `no route matches this path: ${difference}`,
      resolution: `Send ${shownBalance} exactly.`,
    });
  });

  test.each([
    ['POST', 'this path accepts GET, not POST'],
    ['get', 'this path accepts GET, not this method'],
    ['<script>', 'this path accepts GET, not this method'],
  ])('the method %s', (method, told) => {
    expect(nearestRoute(method, prefix + balance)).toEqual({
      detail: `no route matches: ${told}`,
      resolution: `Send ${shownBalance}.`,
      allow: ['GET'],
    });
  });

  test.each([
    ['GET', `${prefix}/payments/organisations/${orgId}/balance`, shownBalance],
    ['GET', `${prefix}/payments/organizations/${orgId}/balanse`, shownBalance],
    ['GET', `${prefix}/payments/organizations/{orgId}/balanse`, shownBalance],
    ['POST', `${prefix}/payouts`, `POST ${prefix}/payments/organizations/{orgId}/payouts`],
    ['GET', `${prefix}/recipient/${orgId}`, `GET ${prefix}/recipients/{orgId}`],
  ])('%s %s', (method, path, route) => {
    expect(nearestRoute(method, path)).toEqual({
      detail: 'no route matches this method and path',
      resolution: `The nearest route is ${route}.`,
    });
  });

  test.each(['/docs/', '/docs/nothing/more'])('the documentation for %s', (path) => {
    expect(nearestRoute('GET', path)?.resolution).toBe('The documentation starts at /docs.');
  });

  test.each(['webhooks', 'refunds', 'customers'])(
    'no route of money for %s, which is no misspelling of one',
    (name) => {
      expect(nearestRoute('POST', `${prefix}/payments/organizations/${orgId}/${name}`)).toBeUndefined();
    },
  );

  test('the routes below a path that is none itself', () => {
    const { resolution } = nearestRoute('POST', `${prefix}/payments/organizations/${orgId}/quotes`) ?? {};
    expect(resolution).toMatch(/POST .*\/quotes\/(accept|offramp)\.$/);
  });

  test.each(['/', '', '/favicon.ico', '/p/abc', '/wp-login.php', `/${'a'.repeat(10_000)}`, '/a'.repeat(5_000)])(
    'nothing for %.40s',
    (path) => {
      expect(nearestRoute('GET', path)).toBeUndefined();
    },
  );

  test('repeats nothing of the path', () => {
    const told = JSON.stringify(nearestRoute('GET', `${prefix}/payments/organizations/secret-7/balanse`));
    expect(told).not.toMatch(/secret|balanse/);
  });
});
