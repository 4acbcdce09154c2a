import { createHash } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createHttpSender } from '../../../../shared/webhooks/sender/http-sender.ts';
import { stopTimers } from '../../../support/stopped-timers.ts';
import { accept, answering, type Receiver, receive } from '../offering/support/receiver.ts';

const sender = createHttpSender({ loopback: true });
const body = '{"id":"evt_1","name":"Zoë"}';
const send = ({ url }: Pick<Receiver, 'url'>, timeoutMs?: number) =>
  sender.send({ url, headers: { 'content-type': 'application/json' }, body, timeoutMs });

const closed = { accepted: false, error: 'the connection was closed before an answer' };

describe('a request', () => {
  it('carries the bytes that were signed, the caller’s headers, a length and our name', async () => {
    const received: unknown[] = [];
    const receiver = await receive(async (request, response) => {
      const chunks = await request.toArray();
      received.push({ method: request.method, url: request.url, ...request.headers, body: `${Buffer.concat(chunks)}` });
      response.writeHead(204).end();
    });
    const url = `${receiver.url}?tenant=7`;
    await expect(send({ url })).resolves.toEqual({ accepted: true, status: 204 });
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/hooks?tenant=7',
        host: `127.0.0.1:${receiver.port}`,
        connection: 'keep-alive',
        accept: '*/*',
        'content-type': 'application/json',
        'content-length': '28',
        'user-agent': 'Sluice-Webhooks/1',
        body,
      },
    ]);
  });

  it('keeps the caller’s own User-Agent', async () => {
    const names: unknown[] = [];
    const receiver = await receive((request, response) => {
      names.push(request.headers['user-agent']);
      response.end();
    });
    await sender.send({ url: receiver.url, headers: { 'User-Agent': 'Example/2' }, body });
    expect(names).toEqual(['Example/2']);
  });

  it.each([200, 201, 202, 204, 206, 299])('is accepted by %d', async (status) => {
    const receiver = await receive((_, response) => response.writeHead(status).end());
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status });
  });

  it('is accepted by what follows interim answers', async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    const receiver = await answering(`${interim}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`);
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
  });
});

describe('a connection', () => {
  it('is used again after small answers, good and bad', async () => {
    let requests = 0;
    const receiver = await receive((_, response) => {
      requests += 1;
      response.writeHead(requests % 2 ? 200 : 500).end(`answer ${requests}`);
    });
    for (let sent = 0; sent < 6; sent++) await send(receiver);
    expect({ requests, connections: receiver.connections.length }).toEqual({ requests: 6, connections: 1 });
  });

  it('that the receiver closed while it was idle does not count: the request goes over a new one', async () => {
    let requests = 0;
    const receiver = await accept((socket) => {
      let first = true;
      socket.on('data', () => {
        requests += 1;
        if (first) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        else socket.resetAndDestroy();
        first = false;
      });
    });
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
    expect({ requests, connections: receiver.connections.length }).toEqual({ requests: 3, connections: 2 });
  });

  it('that is new is not tried twice', async () => {
    const receiver = await accept((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await expect(send(receiver)).resolves.toEqual(closed);
    expect(receiver.connections).toHaveLength(1);
  });

  it('after an idle one was closed is tried once', async () => {
    let answers = 1;
    const receiver = await accept((socket) =>
      socket.on('data', () => {
        if (answers-- > 0) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        else socket.resetAndDestroy();
      }),
    );
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
    await expect(send(receiver)).resolves.toEqual(closed);
    expect(receiver.connections).toHaveLength(2);
  });

  it('is waited for within the deadline where a receiver holds all that it may have', async () => {
    const receiver = await accept(() => {});
    const waiting = Array.from({ length: 80 }, () => send(receiver, 300));
    await Promise.race(waiting);
    expect(receiver.connections.length).toBeLessThanOrEqual(64);
    for (const answer of waiting) {
      await expect(answer).resolves.toEqual({ accepted: false, error: 'no answer within 0.3 seconds' });
    }
  });
});

describe('an answer that is a failure', () => {
  it.each([400, 401, 404, 410, 429, 500, 503])('is %d, and its body is kept', async (status) => {
    const receiver = await receive((_, response) => response.writeHead(status).end('no such tenant'));
    await expect(send(receiver)).resolves.toEqual({ accepted: false, status, error: 'no such tenant' });
  });

  it('is named by its status where it has no body', async () => {
    const receiver = await receive((_, response) => response.writeHead(500).end());
    await expect(send(receiver)).resolves.toMatchObject({ status: 500, error: 'answered 500 without a body' });
  });

  it.each([301, 302, 303, 307, 308])('is a redirect (%d), which is not followed nor told', async (status) => {
    const inward = await accept(() => {});
    const location = `${inward.url}?token=secret`;
    const receiver = await receive((_, response) => response.writeHead(status, { location }).end(`to ${location}`));
    await expect(send(receiver)).resolves.toEqual({
      accepted: false,
      status,
      error: 'a redirect, which is not followed',
    });
    expect(inward.connections).toHaveLength(0);
  });

  it('is not read beyond 4 KB: what does not end there is not waited for', async () => {
    const holding = (bytes: number) => receive((_, response) => response.writeHead(500).write('a'.repeat(bytes)));
    const [fits, exceeds] = await Promise.all([4_096, 4_097].map(holding));
    const ended: string[] = [];
    const answers = [
      send(fits as Receiver, 1_000).finally(() => ended.push('at the deadline')),
      send(exceeds as Receiver, 10_000).finally(() => ended.push('at once')),
    ];
    const error = 'a'.repeat(4_096);
    await expect(Promise.all(answers)).resolves.toEqual([1, 2].map(() => ({ accepted: false, status: 500, error })));
    expect(ended).toEqual(['at once', 'at the deadline']);
  });

  it('is kept without what does not print', async () => {
    const receiver = await receive((_, response) => {
      response.writeHead(500).end(Buffer.from('a\u0000b\u001b[31mc\r\nd\u202ee\u2028f\u00ff', 'utf8'));
    });
    await expect(send(receiver)).resolves.toMatchObject({ error: 'a b [31mc  d e fÿ' });
  });

  it('is kept in its first 4 KB, well formed', async () => {
    const receiver = await receive((_, response) => response.writeHead(500).end(`${'a'.repeat(4_095)}😀 and more`));
    await expect(send(receiver)).resolves.toMatchObject({ error: 'a'.repeat(4_095) });
  });

  it('is kept well formed where its bytes are not', async () => {
    const receiver = await receive((_, response) => response.writeHead(500).end(Buffer.from([0x61, 0xff, 0xc3])));
    await expect(send(receiver)).resolves.toMatchObject({ error: 'a\ufffd\ufffd' });
  });

  it('is kept as far as it came where the connection breaks', async () => {
    const receiver = await answering('HTTP/1.1 500 Oops\r\ncontent-length: 100\r\n\r\nhalf of');
    await expect(send(receiver)).resolves.toEqual({ accepted: false, status: 500, error: 'half of' });
  });
});

describe('a receiver', () => {
  it('that is not there is told so, without its address', async () => {
    const receiver = await receive(() => {});
    const url = 'http://127.0.0.1:1/hooks';
    expect(receiver.port).not.toBe(1);
    await expect(send({ url })).resolves.toEqual({ accepted: false, error: 'connection refused' });
  });

  it.each([
    ['hangs up', ''],
    ['hangs up in the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ])('that %s fails', async (_, bytes) => {
    await expect(send(await answering(bytes))).resolves.toEqual(closed);
  });

  it.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.9\r\n', 'Expected HTTP/, RTSP/ or ICE/'],
    ['binary garbage', '\u0016\u0003\u0001\u0000\u0000\r\n\r\n', 'Expected HTTP/, RTSP/ or ICE/'],
    ['another version', 'HTTP/9.9 200 OK\r\n\r\n', 'Invalid HTTP version'],
    ['a status that is none', 'HTTP/1.1 OK\r\n\r\n', 'Invalid status code'],
  ])('that answers %s fails, and is told the broken rule', async (_, bytes, rule) => {
    const error = `the answer is not HTTP: ${rule}`;
    await expect(send(await answering(bytes))).resolves.toEqual({ accepted: false, error });
  });

  it('that sends interim answers without an end fails', async () => {
    const receiver = await answering('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000));
    await expect(send(receiver)).resolves.toEqual({ accepted: false, error: 'the answer is not HTTP' });
  });

  it('that switches to another protocol fails', async () => {
    const receiver = await answering('HTTP/1.1 101 Switching Protocols\r\nupgrade: a\r\nconnection: upgrade\r\n\r\n');
    const error = 'the answer switches to another protocol';
    await expect(send(receiver)).resolves.toEqual({ accepted: false, error });
  });

  it.each([
    ['accepts', 200, { accepted: true, status: 200 }],
    ['refuses', 500, { accepted: false, status: 500, error: 'a'.repeat(4_096) }],
  ])('that %s with a body without an end is heard, and loses its connection', async (_, status, answer) => {
    const gone = Promise.withResolvers<void>();
    const receiver = await receive((_, response) => {
      response.on('close', gone.resolve).writeHead(status);
      const flood = () => {
        while (response.write('a'.repeat(65_536)));
      };
      response.on('drain', flood);
      flood();
    });
    await expect(send(receiver, 60_000)).resolves.toEqual(answer);
    await gone.promise;
  });
});

describe('a sloppy receiver', () => {
  const faults: [name: string, rest: string][] = [
    ['a length next to chunks', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
    ['two equal lengths', 'content-length: 2\r\ncontent-length: 2\r\n\r\nok'],
    ['two different lengths', 'content-length: 1\r\ncontent-length: 2\r\n\r\nok'],
    ['20 KB of headers', `x-bulk: ${'a'.repeat(20_000)}\r\ncontent-length: 2\r\n\r\nok`],
    ['headers without an end', `x-bomb: ${'a'.repeat(1000)}\r\n`.repeat(1000)],
    ['a header without a name', ': nothing\r\ncontent-length: 2\r\n\r\nok'],
    ['a length that is no number', 'content-length: two\r\n\r\nok'],
    ['lines that end with a bare line feed', 'server: x\ncontent-length: 2\n\nok'],
  ];

  /** Keeps its connections, so that only we can end them. */
  const keeping = async (bytes: string) => {
    const closed = Promise.withResolvers<void>();
    const receiver = await accept((socket) => {
      socket.on('data', () => socket.write(bytes)).on('close', closed.resolve);
    });
    return { receiver, closed: closed.promise };
  };

  it.each(faults)('with %s is heard by its status line, and loses the connection', async (_, rest) => {
    const { receiver, closed } = await keeping(`HTTP/1.1 200 OK\r\n${rest}`);
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
    await closed;
    expect(receiver.connections).toHaveLength(1);
  });

  it.each(faults)('with %s that refuses is heard, too, and told what it broke', async (_, rest) => {
    const { receiver } = await keeping(`HTTP/1.1 503 Busy\r\n${rest}`);
    await expect(send(receiver)).resolves.toEqual({
      accepted: false,
      status: 503,
      error: expect.stringMatching(/^answered 503, and the answer is not HTTP(: .+)?$/),
    });
  });

  it.each([
    ['only bare line feeds', 'HTTP/1.1 204 No Content\nserver: x\n\n', { accepted: true, status: 204 }],
    ['no reason', 'HTTP/1.1 200\ncontent-length: 0\n\n', { accepted: true, status: 200 }],
    [
      'an interim answer before it',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\n\n',
      { accepted: true, status: 201 },
    ],
    [
      'a redirect',
      'HTTP/1.1 302 Found\nlocation: /?token=secret\n\n',
      { accepted: false, status: 302, error: 'a redirect, which is not followed' },
    ],
  ])('with %s is heard', async (_, bytes, answer) => {
    const { receiver } = await keeping(bytes);
    await expect(send(receiver)).resolves.toEqual(answer);
  });

  it('that writes its status line in pieces is heard', async () => {
    const receiver = await accept((socket) => {
      socket.once('data', async () => {
        for (const piece of ['HTTP/1.', '1 200 O', 'K\r\ncontent-length: 2\r\n', 'content-length: 2\r\n\r\nok']) {
          socket.write(piece);
          await new Promise((done) => setTimeout(done, 20));
        }
      });
    });
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
  });

  it('whose status line is not within the first kilobyte is not heard', async () => {
    const interim = `HTTP/1.1 103 Early Hints\r\nlink: </${'a'.repeat(1_100)}>\r\n\r\n`;
    const receiver = await answering(`${interim}HTTP/1.1 200 OK\ncontent-length: 0\n\n`);
    await expect(send(receiver)).resolves.toMatchObject({
      accepted: false,
      error: expect.stringMatching(/^the answer is not HTTP: /),
    });
  });

  it('is not heard over a connection that was used before: the request is sent once more over a new one', async () => {
    const sound = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
    const sloppy = 'HTTP/1.1 200 OK\ncontent-length: 0\n\n';
    let connections = 0;
    const receiver = await accept((socket) => {
      const isFirst = ++connections === 1;
      let requests = 0;
      socket.on('data', () => socket.write(isFirst ? (++requests === 1 ? sound : sloppy) : 'HTTP/1.1 500 No\n\n'));
    });
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
    await expect(send(receiver)).resolves.toMatchObject({ accepted: false, status: 500 });
    expect(receiver.connections).toHaveLength(2);
  });

  it('that leaves bytes behind an answer does not answer the next delivery with them', async () => {
    let requests = 0;
    const receiver = await accept((socket) => {
      socket.on('data', () => {
        requests += 1;
        const left = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
        if (requests === 1) socket.write(`${left}${left}`);
        else socket.write('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n');
      });
    });
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
    await expect(send(receiver)).resolves.toMatchObject({ accepted: false, status: 500 });
  });

  it('that leaves bytes on an idle connection does not answer the next delivery with them', async () => {
    let requests = 0;
    const receiver = await accept((socket) => {
      socket.on('data', () => {
        requests += 1;
        const left = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
        if (requests > 1) return void socket.write('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n');
        socket.write(left);
        setTimeout(() => socket.write(left), 30);
      });
    });
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
    await new Promise((done) => setTimeout(done, 80));
    await expect(send(receiver)).resolves.toMatchObject({ accepted: false, status: 500 });
  });

  const timedOut = 'HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n';

  it('that answers 408 over a connection that was idle is sent the request once more, over a new one', async () => {
    let requests = 0;
    const receiver = await accept((socket) =>
      socket.on('data', () => {
        requests += 1;
        socket.write(requests === 2 ? timedOut : 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      }),
    );
    for (let sent = 0; sent < 2; sent += 1) {
      await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
    }
    expect({ requests, connections: receiver.connections.length }).toEqual({ requests: 3, connections: 2 });
  });

  it('that answers 408 over a new connection has refused', async () => {
    const receiver = await answering(timedOut);
    await expect(send(receiver)).resolves.toMatchObject({ accepted: false, status: 408 });
    expect(receiver.connections).toHaveLength(1);
  });
});

describe('the body of a refusal', () => {
  const refusing = (headers: Record<string, string>, body: Buffer) =>
    receive((_, response) => response.writeHead(500, headers).end(body));
  const text = 'no such tenant: Zoë';

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['GZIP', gzipSync],
  ])('in %s is decoded', async (encoding, compress) => {
    const receiver = await refusing({ 'content-encoding': encoding }, compress(text));
    await expect(send(receiver)).resolves.toMatchObject({ status: 500, error: text });
  });

  it('that grows without bound is decoded to one kilobyte', async () => {
    const receiver = await refusing({ 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(2_000_000, 'a')));
    await expect(send(receiver)).resolves.toMatchObject({ error: 'a'.repeat(1_024) });
  });

  it.each([
    ['iso-8859-1', Buffer.from(text, 'latin1')],
    ['"ISO-8859-1"', Buffer.from(text, 'latin1')],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['shift_jis', Buffer.from('no such tenant: Zo', 'latin1')],
  ])('in the charset %s is decoded', async (charset, bytes) => {
    const receiver = await refusing({ 'content-type': `text/plain; charset=${charset}` }, bytes);
    await expect(send(receiver)).resolves.toMatchObject({ error: expect.stringContaining('no such tenant: Zo') });
  });

  const notText = 'answered 500 with a body that is not text';
  const random = createHash('sha512').update('noise').digest();

  it.each([
    ['bytes that are not text', {}, random],
    ['an encoding that we do not know', { 'content-encoding': 'zstd' }, random],
    ['an encoding that it has not', { 'content-encoding': 'gzip' }, Buffer.from(text)],
    ['a charset that there is not', { 'content-type': 'text/plain; charset=none' }, Buffer.from(text)],
  ])('that is of %s is said to be no text', async (_, headers, bytes) => {
    await expect(send(await refusing(headers, bytes))).resolves.toMatchObject({ error: notText });
  });
});

describe('the deadline', () => {
  it('is ten seconds unless said', async () => {
    const pass = stopTimers();
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>();
    const receiver = await accept((socket) => socket.once('data', () => connect()));
    const answers: unknown[] = [];
    const sent = send(receiver).then((answer) => answers.push(answer));
    await connected;

    await pass(9_999);
    expect(answers).toEqual([]);
    await pass(1);

    await sent;
    expect(answers).toEqual([{ accepted: false, error: 'no answer within 10 seconds' }]);
  });

  const late = { accepted: false, error: 'no answer within 0.1 seconds' };

  /** Writes byte after byte, well within any timeout between two of them. */
  const dripping = (beginning: string, rest: string) =>
    accept((socket) => {
      socket.once('data', () => {
        socket.write(beginning);
        let next = 0;
        const timer = setInterval(() => socket.write(rest.charAt(next++ % rest.length)), 10);
        socket.on('close', () => clearInterval(timer));
      });
    });

  it('ends a request that nobody answers, and its connection', async () => {
    const gone = Promise.withResolvers<void>();
    const receiver = await accept((socket) => socket.on('close', gone.resolve).resume());
    await expect(send(receiver, 100)).resolves.toEqual(late);
    await gone.promise;
  });

  it.each([
    ['its status line', '', `HTTP/1.1 200 ${'O'.repeat(1000)}`],
    ['its headers', 'HTTP/1.1 200 OK\r\n', `x-slow: ${'a'.repeat(1000)}`],
    ['interim answers', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('ends an answer that drips %s', async (_, beginning, rest) => {
    await expect(send(await dripping(beginning, rest), 100)).resolves.toEqual(late);
  });

  it('ends a refusal that drips its body, and keeps what came', async () => {
    const receiver = await dripping('HTTP/1.1 500 Oops\r\ncontent-length: 1000\r\n\r\nbusy', '!');
    await expect(send(receiver, 500)).resolves.toEqual({
      accepted: false,
      status: 500,
      error: expect.stringMatching(/^busy!*$/),
    });
  });

  it('does not wait for the dripping body of what is accepted', async () => {
    const receiver = await dripping('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', '!');
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
  });

  it('holds for both tries together where an idle connection was closed', async () => {
    let first = true;
    const receiver = await accept((socket) => {
      const isFirst = first;
      first = false;
      socket.once('data', () => {
        if (!isFirst) return;
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    await expect(send(receiver)).resolves.toEqual({ accepted: true, status: 200 });
    await expect(send(receiver, 500)).resolves.toEqual({ accepted: false, error: 'no answer within 0.5 seconds' });
    expect(receiver.connections).toHaveLength(2);
  });
});
