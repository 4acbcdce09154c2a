import { describe, expect, it } from 'vitest';
import { createNameResolver } from '../../../../shared/ground/network/resolve-name.ts';
import { createHttpSender } from '../../../../shared/webhooks/sender/http-sender.ts';
import { serveNames } from '../../webhooks/offering/support/name-server.ts';
import { accept } from '../../webhooks/offering/support/receiver.ts';

describe('the resolution of names', () => {
  it('finds all addresses of a name', async () => {
    const names = await serveNames(['93.184.216.34', '127.0.0.1']);
    await expect(createNameResolver([names.address])('hooks.example.com')).resolves.toEqual([
      '93.184.216.34',
      '127.0.0.1',
    ]);
  });

  it('takes localhost for this machine and asks nobody', async () => {
    const names = await serveNames(['93.184.216.34']);
    await expect(createNameResolver([names.address])('localhost')).resolves.toEqual(['127.0.0.1', '::1']);
    expect(names.asked()).toBe(0);
  });

  it('has a public name that leads to loopback refused before anything is connected to', async () => {
    const receiver = await accept(() => {}, 'https');
    const names = await serveNames(['127.0.0.1']);
    const sender = createHttpSender({ loopback: true, resolve: createNameResolver([names.address]) });
    const url = `https://localtest.example.com:${receiver.port}/`;
    expect(sender.faultOf(url)).toBeUndefined();
    await expect(sender.send({ url, headers: {}, body: '{}' })).resolves.toEqual({
      accepted: false,
      error: 'the name leads to an address that is not public',
    });
    expect(receiver.connections).toHaveLength(0);
  });

  it('ends at the deadline where the name server is silent', async () => {
    const names = await serveNames([]);
    const sender = createHttpSender({ loopback: false, resolve: createNameResolver([names.address]) });
    const request = { url: 'https://hooks.example.com/', headers: {}, body: '{}', timeoutMs: 100 };
    await expect(sender.send(request)).resolves.toEqual({ accepted: false, error: 'no answer within 0.1 seconds' });
    expect(names.asked()).toBeGreaterThan(0);
  });
});
