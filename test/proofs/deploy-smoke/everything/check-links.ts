import assert from 'node:assert/strict';
import { apiPrefix } from '../../../../shared/contract/endpoint.ts';
import { openApi30Path } from '../../../../shared/contract/site.ts';
import type { PlayedStage } from './played-stage.ts';
import { publish } from './sell.ts';
import { until } from './until.ts';

const publicPaths = [`${apiPrefix}/health`, `${apiPrefix}/openapi.json`, openApi30Path, '/docs', '/docs/signing'];
/** What tells a program whether a link is good. What an edge may change on the way is left out. */
const comparedHeaders = ['content-type', 'cache-control', 'content-security-policy', 'location'];

/** Checks links as mail programs do, by HEAD, and opens them with a slash at the end, as people type them. */
export async function checkLinks(stage: PlayedStage): Promise<string> {
  const { page } = await publish(stage, await stage.organization('linked-shop'));
  const unknown = new URL('/p/checkout/unknown', page).href;
  const addresses = [...publicPaths.map((path) => stage.access.origin + path), page, unknown];
  for (const address of addresses) await expectHeadLikeGet(address);
  for (const address of [`${stage.access.origin}/docs`, page]) await expectWithoutSlash(address);
  return `${addresses.length} addresses were checked by HEAD, and two opened with a slash at the end`;
}

async function expectHeadLikeGet(address: string): Promise<void> {
  const [head, get] = [await ask('HEAD', address), await ask('GET', address)];
  assert.equal(head.status, get.status, `HEAD of ${address} must have the status of GET`);
  for (const name of comparedHeaders) {
    assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${address}`);
  }
  assert.equal(await head.text(), '', `HEAD of ${address} must have no body`);
  assert.notEqual(await get.text(), '', `GET of ${address} must have a body`);
}

async function expectWithoutSlash(address: string): Promise<void> {
  const { pathname } = new URL(address);
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await ask(method, `${address}/?lang=de`);
    const seen = { status, location: headers.get('location') };
    assert.deepEqual(seen, { status: 308, location: `${pathname}?lang=de` }, `${method} of ${address}/`);
  }
}

/** Asks again where a function failed: on a busy machine the emulator starts functions too slowly for their calls. */
function ask(method: string, address: string): Promise<Response> {
  return until(`${address} answers ${method}`, async () => {
    const answer = await fetch(address, { method, redirect: 'manual' });
    return answer.status < 500 ? answer : undefined;
  });
}
