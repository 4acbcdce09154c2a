import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAuthority } from '../../../../scripts/support/certificates.ts';
import { createHttpSender } from '../../../../shared/webhooks/sender/http-sender.ts';
import { accept, receive, receiveSecurely } from './support/receiver.ts';

const authority = createAuthority();
const sender = createHttpSender({ loopback: true, ca: authority.ca });
const send = (url: string, timeoutMs?: number) => sender.send({ url, headers: {}, body: '{}', timeoutMs });
const agree: RequestListener = (_, response) => response.end();

describe('a request over https', () => {
  it('is made to a receiver whose certificate is for the name, and its connection is kept', async () => {
    const names: unknown[] = [];
    const receiver = await receiveSecurely(authority.issue({ dns: 'localhost' }), (request, response) => {
      names.push('servername' in request.socket && request.socket.servername);
      response.end();
    });
    const url = `https://localhost:${receiver.port}/`;
    for (let sent = 0; sent < 3; sent++) await expect(send(url)).resolves.toEqual({ accepted: true, status: 200 });
    expect(names).toEqual(['localhost', 'localhost', 'localhost']);
    expect(receiver.connections).toHaveLength(1);
  });

  it('is heard by the status line of a sloppy receiver', async () => {
    const receiver = await receiveSecurely(authority.issue({ ip: '127.0.0.1' }), (request) => {
      request.socket.write('HTTP/1.1 200 OK\ncontent-length: 0\n\n');
    });
    await expect(send(receiver.url)).resolves.toEqual({ accepted: true, status: 200 });
  });

  it('is made to an address whose certificate is for the address', async () => {
    const receiver = await receiveSecurely(authority.issue({ ip: '127.0.0.1' }), agree);
    await expect(send(receiver.url)).resolves.toEqual({ accepted: true, status: 200 });
  });

  it.each([
    ['for another name', authority.issue({ dns: 'hooks.example.com' }), 'it is for another name'],
    ['of the past', authority.issue({ ip: '127.0.0.1' }, { expired: true }), 'it has expired'],
    ['of a stranger', createAuthority('stranger').issue({ ip: '127.0.0.1' }), 'its chain is incomplete'],
  ])('is refused where the certificate is %s', async (_, credentials, reason) => {
    let requests = 0;
    const receiver = await receiveSecurely(credentials, () => requests++);
    const error = `the certificate is not valid: ${reason}`;
    await expect(send(receiver.url)).resolves.toEqual({ accepted: false, error });
    expect(requests).toBe(0);
  });

  it('is not made in the clear to a receiver without TLS', async () => {
    const receiver = await receive(agree);
    await expect(send(receiver.url.replace('http:', 'https:'))).resolves.toEqual({
      accepted: false,
      error: 'no TLS connection could be made',
    });
  });

  it('ends at the deadline where the receiver never shakes hands', async () => {
    const receiver = await accept(() => {}, 'https');
    await expect(send(receiver.url, 100)).resolves.toEqual({ accepted: false, error: 'no answer within 0.1 seconds' });
  });
});
