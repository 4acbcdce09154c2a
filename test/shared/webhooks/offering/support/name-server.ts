import { createSocket } from 'node:dgram';
import { onTestFinished } from 'vitest';

export interface NameServer {
  /** `address:port`. */
  readonly address: string;
  /** How often it was asked. */
  asked(): number;
}

/** A DNS server on loopback that has IPv4 addresses for every name, and no IPv6 ones; with none at all it stays silent. */
export async function serveNames(addresses: readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (query, { address, port }) => {
    asked += 1;
    if (addresses.length > 0) socket.send(answerTo(query, addresses), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return { address: `127.0.0.1:${socket.address().port}`, asked: () => asked };
}

/** RFC 1035, 4.1: the query's own header and question, then an A record an address where that was asked for. */
function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
  const nameEnd = query.indexOf(0, 12);
  const question = query.subarray(12, nameEnd + 5);
  const found = query.readUInt16BE(nameEnd + 1) === 1 ? addresses : [];
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0]);
  const records = found.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, question, ...records]);
}
