import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { site } from '../../../functions/meta/show-docs.ts';
import { renderSite } from '../../../scripts/docs/render-site.ts';
import { createIds } from '../../../shared/ground/time/ids.ts';
import { answerSite, type SiteRuntime } from '../../../shared/http/site/answer-site.ts';
import { type SiteFiles, siteFilesIn } from '../../../shared/http/site/site-files.ts';

/** A function's answer has room for 6 MB, and a body travels in it as base64, which is a third larger. */
const mostBytes = 4_000_000;

let folder: string;
let files: SiteFiles;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-site-'));
  files = siteFilesIn(await renderSite(join(folder, 'docs')));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const silent = () => {};
const runtime: SiteRuntime = {
  clock: () => 0,
  ids: createIds(),
  log: { debug: silent, info: silent, warn: silent, error: silent } as SiteRuntime['log'],
  secrets: { sealingKeys: () => Promise.reject(new Error('a site seals nothing')) },
};

async function bytesOf(rawPath: string, headers: Record<string, string>): Promise<number> {
  const http = { method: 'GET', path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: '' };
  const event = { rawPath, rawQueryString: '', headers, requestContext: { http, requestId: 'gw-1' } };
  const answer = await answerSite(site, runtime, async () => files)(event as unknown as APIGatewayProxyEventV2);
  expect(answer.statusCode, rawPath).toBe(200);
  return Buffer.from(answer.body ?? '', 'base64').length;
}

describe('every answer of the documentation', () => {
  test.each([
    ['to a client that takes gzip', { 'accept-encoding': 'gzip' }],
    ['to a client that takes nothing compressed', {}],
  ])('stays below 4 MB, %s', async (_, headers) => {
    expect(files.size).toBeGreaterThan(10);
    const sizes = await Promise.all(
      [...files.keys()].map(async (path) => [path, await bytesOf(path, headers)] as const),
    );
    expect(sizes.filter(([, bytes]) => bytes >= mostBytes)).toEqual([]);
  });
});
