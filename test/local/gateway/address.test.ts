import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { checkAddress, listen, originOf } from '../../../local/gateway/address.ts';

describe('address of the gateway', () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:8787'],
    ['localhost', 'http://localhost:8787'],
    ['::1', 'http://[::1]:8787'],
    ['0.0.0.0', 'http://127.0.0.1:8787'],
    ['::', 'http://[::1]:8787'],
  ])('listening on %s it is called at %s', (host, url) => {
    expect(originOf(host, 8787)).toBe(url);
  });

  test('a port in use is named with what to do', async () => {
    const other = createServer();
    await listen(other, '127.0.0.1', 0);
    const { port } = other.address() as { port: number };
    await expect(checkAddress('127.0.0.1', port)).rejects.toThrow(
      `port ${port} is in use. Choose another with --port N.`,
    );
    await new Promise((resolve) => other.close(resolve));
    await checkAddress('127.0.0.1', port);
  });
});
