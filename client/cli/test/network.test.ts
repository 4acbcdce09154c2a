import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createAuthority } from '../../../scripts/support/certificates.ts';
import { TestService } from '../../../test/support/service.ts';
import { fetchThrough } from '../src/network/fetch-through.ts';
import { useProxy } from '../src/network/proxy.ts';
import { type Paying, rowsTo, startPaying } from './support/paying.ts';
import { main, start } from './support/start.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

async function listen(server: Server, address = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

interface Proxy {
  readonly port: number;
  /** Hosts to which a tunnel was asked for. */
  readonly asked: string[];
}

/** A proxy that opens tunnels to one port of this machine, whatever host is asked for, to whoever knows its password. */
async function startProxy(target: number, answer?: string): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer();
  const password = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  server.on('connect', (head, socket) => {
    asked.push(head.url ?? '');
    const isKnown = head.headers['proxy-authorization'] === password;
    const refusal = answer ?? (isKnown ? undefined : '407 Proxy Authentication Required');
    socket.on('error', () => {});
    if (refusal) {
      socket.end(`HTTP/1.1 ${refusal}\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const tunnel = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
  });
  return { port: await listen(server), asked };
}

const portOf = ({ connection }: Paying) => Number(new URL(connection[1] ?? '').port);

/** The options of a connection with another address. */
function at(baseUrl: string, { connection }: Paying): string[] {
  return ['--base-url', baseUrl, ...connection.slice(2)];
}

/** Environment without proxies of the machine that runs the test. */
const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/proxy/i.test(name)));

function run(args: readonly string[], environment: NodeJS.ProcessEnv) {
  return start(process.execPath, [main, 'batch', ...args], { ...clean, ...environment }).ended;
}

const checking = (paying: Paying) => ['submit', paying.file(rowsTo(paying, 2)), '--check'];

describe('a proxy that the environment names', () => {
  test.each([
    ['HTTPS_PROXY', (port: number) => `http://me:p%40ss@127.0.0.1:${port}`],
    ['https_proxy', (port: number) => `me:p%40ss@127.0.0.1:${port}`],
  ])('carries calls, with its name and password: %s', async (name, address) => {
    await using paying = await startPaying(service);
    const authority = createAuthority();
    const front = createSecureServer(authority.issue({ dns: 'sluice.test' }), forwardTo(paying));
    const proxy = await startProxy(await listen(front));
    const ca = join(paying.folder, 'ca.pem');
    writeFileSync(ca, authority.ca);
    const environment = { [name]: address(proxy.port), NODE_EXTRA_CA_CERTS: ca };
    const ended = await run([...checking(paying), ...at('https://sluice.test', paying)], environment);
    expect(ended.code, ended.err).toBe(0);
    expect(ended.err).toContain('Asks for 20.00 USD in 2 payouts.');
    expect(new Set(proxy.asked)).toEqual(new Set(['sluice.test:443']));
  });

  test('carries no calls to hosts of NO_PROXY, nor to this machine', async () => {
    await using paying = await startPaying(service);
    const port = await listen(createServer(forwardTo(paying)), '127.0.0.2');
    const proxy = await startProxy(1);
    const environment = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: '127.0.0.2' };
    for (const connection of [at(`http://127.0.0.2:${port}`, paying), paying.connection]) {
      const ended = await run([...checking(paying), ...connection], environment);
      expect(ended.code, ended.err).toBe(0);
    }
    expect(proxy.asked).toEqual([]);
  });
});

describe('a proxy that cannot be used', () => {
  test.each([
    [
      'wants another password',
      undefined,
      /The proxy http:\/\/127\.0\.0\.1:\d+ requires a name and password \(HTTP 407\)/,
    ],
    [
      'refuses the host',
      '403 Forbidden',
      /The proxy http:\/\/127\.0\.0\.1:\d+ did not open a connection to sluice\.test \(HTTP 403\)/,
    ],
  ])('because it %s is named, without the password, and asked once', async (_, answer, message) => {
    await using paying = await startPaying(service);
    const proxy = await startProxy(portOf(paying), answer);
    const environment = { HTTPS_PROXY: `http://me:secret@127.0.0.1:${proxy.port}` };
    const ended = await run([...checking(paying), ...at('https://sluice.test', paying)], environment);
    expect(ended.code).toBe(1);
    expect(ended.err).toMatch(message);
    expect(ended.err).not.toContain('secret');
    expect(proxy.asked).toHaveLength(1);
  });

  test.each([
    [
      'HTTPS_PROXY',
      'socks5://127.0.0.1:1080',
      'HTTPS_PROXY names a proxy with socks5://, but only http:// and https:// are supported.',
    ],
    ['HTTP_PROXY', 'http://a b', 'HTTP_PROXY is not the address of a proxy.'],
  ])('%s=%s cannot be used', async (name, value, message) => {
    const ended = await run(['status', 'x'], { [name]: value });
    expect(ended).toMatchObject({ code: 2, err: `${message}\n` });
    expect(await run(['--help'], { [name]: value })).toMatchObject({ code: 0, err: '' });
  });

  test('needs a Node that can, and it is said which', () => {
    const environment = { https_proxy: 'http://me:secret@proxy:3128' };
    expect(() => useProxy(environment, {}, '24.13.0')).toThrow(
      'HTTPS_PROXY or HTTP_PROXY is set, which Node 24.13.0 uses only with NODE_USE_ENV_PROXY=1 in the environment; ' +
        'Node 24.14 and later can.',
    );
    expect(useProxy({ ...environment, NODE_USE_ENV_PROXY: '1' }, {}, '24.13.0')).toBe('http://proxy:3128');
    expect(useProxy({ HTTPS_PROXY: ' ' }, {}, '24.13.0')).toBeUndefined();
  });
});

test.each([
  [
    'of another host',
    'https://login.example.com/in?token=secret',
    /redirects to https:\/\/login\.example\.com\/in\. Redirects are not followed.*give --base-url https:\/\/login\.example\.com\.$/m,
  ],
  ['of the same host', '/elsewhere', /redirects to http:\/\/127\.0\.0\.1:\d+\/elsewhere\. Redirects are not followed/],
])('a redirect to an address %s is named, and neither followed nor asked for again', async (_, location, message) => {
  let requests = 0;
  const portal: RequestListener = (_asked, answered) => {
    requests += 1;
    answered.writeHead(302, { location }).end('<html>');
  };
  const port = await listen(createServer(portal));
  await using paying = await startPaying(service);
  const ended = await run(['status', 'x', ...at(`http://127.0.0.1:${port}`, paying)], {});
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(message);
  expect(ended.err).not.toContain('token');
  expect(requests).toBe(1);
});

test('what a proxy did is told by its first cause', async () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:3128');
  const send = fetchThrough(
    () => 'http://127.0.0.1:3128',
    async () => {
      throw new TypeError('fetch failed', { cause: new Error('Request was cancelled.', { cause: refused }) });
    },
  );
  await expect(send('http://sluice.test/')).rejects.toHaveProperty('cause', refused);
});

/** Hands requests on to the service, as whatever ends TLS before it does. */
function forwardTo(paying: Paying): RequestListener {
  const port = portOf(paying);
  return (asked, answered) => {
    const { method, url: path, headers } = asked;
    const host = `127.0.0.1:${port}`;
    const onward = request({ port, host: '127.0.0.1', method, path, headers: { ...headers, host } }, (answer) => {
      answered.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(answered);
    });
    asked.pipe(onward);
  };
}
