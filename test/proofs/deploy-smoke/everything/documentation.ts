import assert from 'node:assert/strict';
import type { PlayedStage } from './played-stage.ts';

/** Reads the documentation: its files lie beside the function's bundle, and the function must find them there. */
export async function readDocumentation({ access }: PlayedStage): Promise<string> {
  const first = await fetch(`${access.origin}/docs`);
  const page = await first.text();
  assert.equal(first.status, 200, 'the documentation must be shown');
  assert.match(page, /<h1 id="start-here">/);
  const [, path] = /href="(\/docs\/[\w/-]+)"/.exec(page) ?? [];
  assert.ok(path, 'the first page must lead to others');
  const next = await fetch(access.origin + path);
  assert.equal(next.status, 200, `${path} must be shown`);
  assert.match(await next.text(), /<h1/);
  await expectAbsent(`${access.origin}/docs/nothing`);
  return `the documentation was read: /docs and ${path}`;
}

/** The edge must keep what a browser is shown apart from what a program is answered. */
async function expectAbsent(address: string): Promise<void> {
  for (const [accept, type] of [
    ['*/*', 'application/json'],
    ['text/html', 'text/html'],
    ['*/*', 'application/json'],
  ]) {
    const { status, headers } = await fetch(address, { headers: { accept: accept ?? '' } });
    assert.equal(status, 404, `${address} must not be there`);
    assert.ok(headers.get('content-type')?.startsWith(`${type};`), `${address} must be answered as ${type}`);
  }
}
