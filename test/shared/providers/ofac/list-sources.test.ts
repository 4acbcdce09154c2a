import { once } from 'node:events';
import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { buildApp } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSourceAt } from '../../../../shared/providers/ofac/list-location.ts';
import { type ListFiles, listFileNames, maxFileBytes } from '../../../../shared/providers/ofac/list-source.ts';
import { s3ListSource } from '../../../../shared/providers/ofac/s3-list-source.ts';
import { filesOf } from './support.ts';

const files = filesOf();
const { sdn, aliases, comments } = files;
const isWhole = (read: ListFiles) =>
  expect(Object.entries(read).map(([name, bytes]) => [name, Buffer.from(bytes)])).toEqual(Object.entries(files));

describe('a list in a folder', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-list-'));
    await writeFile(join(folder, 'SDN.CSV'), sdn);
    await writeFile(join(folder, 'ALT.CSV'), aliases);
    await writeFile(join(folder, 'SDN_COMMENTS.CSV'), comments);
  });

  afterAll(() => rm(folder, { recursive: true }));

  test('is read by its path and by its URL', async () => {
    for (const location of [folder, pathToFileURL(folder).href]) {
      isWhole(await listSourceAt(location).read());
    }
  });

  test('has another version when any file changes', async () => {
    const source = listSourceAt(folder);
    let before = await source.version();
    expect(await source.version()).toBe(before);
    for (const name of Object.values(listFileNames)) {
      await utimes(join(folder, name), 1, 1);
      const version = await source.version();
      expect(version).not.toBe(before);
      before = version;
    }
  });

  test('is an error where it is missing or far too large', async () => {
    await expect(listSourceAt(join(folder, 'nowhere')).version()).rejects.toThrow('ENOENT');
    await truncate(join(folder, 'SDN.CSV'), maxFileBytes + 1);
    await expect(listSourceAt(folder).read()).rejects.toThrow('bytes');
  });
});

describe('a list in S3', () => {
  const app = buildApp({ logger: false });
  let client: S3Client;
  let config: ConstructorParameters<typeof S3Client>[0];

  beforeAll(async () => {
    const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    config = { endpoint, credentials, region: 'us-east-1', forcePathStyle: true };
    client = new S3Client(config);
    await client.send(new CreateBucketCommand({ Bucket: 'lists' }));
    await put('ofac/SDN.CSV', sdn);
    await put('ofac/ALT.CSV', aliases);
    await put('ofac/SDN_COMMENTS.CSV', comments);
  });

  afterAll(async () => {
    client.destroy();
    await app.close();
  });

  const put = (Key: string, Body: Uint8Array) => client.send(new PutObjectCommand({ Bucket: 'lists', Key, Body }));

  test('is read from below its prefix', async () => {
    isWhole(await s3ListSource('lists', 'ofac/', config).read());
  });

  test('has another version when any object changes', async () => {
    const source = s3ListSource('lists', 'ofac/', config);
    let before = await source.version();
    expect(await source.version()).toBe(before);
    for (const name of Object.values(listFileNames)) {
      await put(`ofac/${name}`, Buffer.from('other'));
      const version = await source.version();
      expect(version).not.toBe(before);
      before = version;
    }
  });

  test('is an error where it is missing', async () => {
    await expect(s3ListSource('lists', '', config).version()).rejects.toThrow();
    await expect(s3ListSource('nowhere', 'ofac/', config).read()).rejects.toThrow();
  });

  test('is not read where it is far too large', async () => {
    const asked: string[] = [];
    const server = createServer(({ method = '' }, response) => {
      asked.push(method);
      response.writeHead(200, { 'content-length': maxFileBytes + 1, etag: '"large"' }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const source = s3ListSource('lists', 'ofac/', { ...config, endpoint: `http://127.0.0.1:${port}` });
    await expect(source.read()).rejects.toThrow('bytes');
    expect(new Set(asked)).toEqual(new Set(['HEAD']));
    server.closeAllConnections();
    server.close();
  });
});

test.each(['', 's3://', 's3://Bucket/x', 'https://example.com/sdn', 's3:///prefix'])(
  '%j is no place for a list',
  (location) => {
    expect(() => listSourceAt(location)).toThrow('no place for a screening list');
  },
);
