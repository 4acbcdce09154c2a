import { describe, expect, it } from 'vitest';
import { createAgents, type Guard, guardedLookup } from '../../../../shared/ground/network/guarded-agents.ts';
import { postRequest } from '../../../../shared/ground/network/post-request.ts';
import { isPublicAddress } from '../../../../shared/ground/network/public-address.ts';
import { createHttpSender } from '../../../../shared/webhooks/sender/http-sender.ts';
import { accept, receive } from './support/receiver.ts';

const notPublic = 'the name leads to an address that is not public';
const refused = { accepted: false, error: notPublic };

/** Answers as the owner of a name would who changes it between two questions; the last answer stays. */
function changing(...answers: string[][]) {
  let asked = 0;
  return { resolve: async () => answers[Math.min(asked++, answers.length - 1)] ?? [], asked: () => asked };
}

/** 127.0.0.1 plays the one server on the internet. */
const isReachable: Guard['mayReach'] = (_host, address) => address === '127.0.0.1' || isPublicAddress(address);

/** Sends through the real agents. */
function sending({ resolve = async () => ['127.0.0.1'], mayReach = isReachable }: Partial<Guard>) {
  const guard: Guard = { resolve, mayReach };
  const agents = createAgents(guard);
  return async (url: string) => {
    const { signal } = new AbortController();
    const response = await postRequest({ url: new URL(url), headers: {}, body: '{}', signal }, { agents, guard });
    for await (const _ of response);
    return response.statusCode;
  };
}

describe('a name that changes where it leads', () => {
  it('is not resolved when it is registered, and refused when it leads to this machine', async () => {
    const receiver = await accept(() => {}, 'https');
    const names = changing(['127.0.0.1']);
    const sender = createHttpSender({ loopback: true, resolve: names.resolve });
    const url = `https://hooks.example.com:${receiver.port}/`;

    expect(sender.faultOf(url)).toBeUndefined();
    expect(names.asked()).toBe(0);
    await expect(sender.send({ url, headers: {}, body: '{}' })).resolves.toEqual(refused);
    expect(receiver.connections).toHaveLength(0);
  });

  it('is looked up once for each connection, so that nothing lies between the check and the use', async () => {
    const receiver = await receive((_, response) => response.setHeader('connection', 'close').end());
    const names = changing(['127.0.0.1'], ['169.254.169.254']);
    const send = sending(names);
    const url = `http://hooks.example.com:${receiver.port}/`;

    await expect(send(url)).resolves.toBe(200);
    await expect(send(url)).rejects.toThrow(notPublic);
    expect(names.asked()).toBe(2);
    expect(receiver.connections).toHaveLength(1);
  });

  it('is reached by its public addresses where it has inward ones beside, and by those alone', async () => {
    const receiver = await receive((_, response) => response.end());
    const resolve = async () => ['10.0.0.1', '::1', '127.0.0.1', '169.254.169.254'];
    const lookup = guardedLookup({ resolve, mayReach: isReachable });

    const found = await new Promise((settle) => lookup('hooks.example.com', { all: true }, (_, all) => settle(all)));
    expect(found).toEqual([{ address: '127.0.0.1', family: 4 }]);
    await expect(sending({ resolve })(`http://hooks.example.com:${receiver.port}/`)).resolves.toBe(200);
  });
});

describe('a connection', () => {
  it('to an address in the URL, which no lookup sees, carries no byte where that may not be reached', async () => {
    const receiver = await accept(() => {});
    const send = sending({ mayReach: () => false });
    await expect(send(receiver.url)).rejects.toThrow(notPublic);
    expect(receiver.bytesRead()).toBe(0);
  });

  it('that was let through the lookup is checked again by the address that it has', async () => {
    const receiver = await accept(() => {});
    let checks = 0;
    const send = sending({ mayReach: () => checks++ === 0 });
    await expect(send(`http://hooks.example.com:${receiver.port}/`)).rejects.toThrow(notPublic);
    expect(receiver.bytesRead()).toBe(0);
  });

  it('is checked before TLS begins', async () => {
    const receiver = await accept(() => {}, 'https');
    let checks = 0;
    const send = sending({ mayReach: () => checks++ === 0 });
    await expect(send(`https://hooks.example.com:${receiver.port}/`)).rejects.toThrow(notPublic);
    expect(receiver.bytesRead()).toBe(0);
  });

  it('that is kept is checked each time it is used', async () => {
    let requests = 0;
    const receiver = await receive((_, response) => {
      requests += 1;
      response.end();
    });
    let open = true;
    const send = sending({ mayReach: () => open });

    await expect(send(receiver.url)).resolves.toBe(200);
    open = false;
    await expect(send(receiver.url)).rejects.toThrow(notPublic);
    expect({ requests, connections: receiver.connections.length }).toEqual({ requests: 1, connections: 1 });
  });
});

describe('a name', () => {
  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['10.0.0.1', '192.168.1.1']],
    [['169.254.169.254']],
    [['fd00:ec2::254']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['fe80::1%eth0']],
    [['no address']],
    [[]],
  ])('that leads to %j is refused', async (addresses) => {
    const sender = createHttpSender({ loopback: false, resolve: async () => addresses });
    await expect(sender.send({ url: 'https://hooks.example.com/', headers: {}, body: '{}' })).resolves.toEqual(refused);
  });

  it('that leads nowhere is said to', async () => {
    const sender = createHttpSender({ loopback: false, resolve: () => Promise.reject(new Error('queryA ENOTFOUND')) });
    const answer = await sender.send({ url: 'https://hooks.example.com/', headers: {}, body: '{}' });
    expect(answer).toEqual({ accepted: false, error: 'the name cannot be resolved' });
  });
});

describe('an address that was never registered', () => {
  it.each([
    ['http://127.0.0.1:4000/', 'the address must be an https address'],
    ['https://169.254.169.254/', 'the address must not be an address that is not public'],
    ['nonsense', 'the address must be an https address'],
  ])('is not sent to either: %s', async (url, error) => {
    const sender = createHttpSender({ loopback: false });
    await expect(sender.send({ url, headers: {}, body: '{}' })).resolves.toEqual({ accepted: false, error });
  });
});
