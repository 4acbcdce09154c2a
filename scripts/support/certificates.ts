import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** The key and certificates with which a server identifies itself, as PEM. */
export interface Credentials {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  /** The authority's own certificate, as PEM. */
  readonly ca: string;
  issue(names: { dns?: string; ip?: string }, options?: { expired?: boolean }): Credentials;
}

const day = 86_400_000;

/**
 * A certificate authority that exists only during its process, so that the code contains no key and no date of expiry.
 */
export function createAuthority(name = 'authority'): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certify = (subject: string, key: KeyObject, notAfter: number, extension: Buffer) =>
    pem(certificate({ subject, key, notAfter, extension, issuer: name, issuerKey: own.privateKey }));
  const authority = extensionOf('551d13', sequence(tlv(0x01, Buffer.from([0xff]))));
  return {
    ca: certify(name, own.publicKey, Date.now() + day, authority),
    issue: ({ dns, ip }, { expired = false } = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const names = [
        ...(dns ? [tlv(0x82, Buffer.from(dns))] : []),
        ...(ip ? [tlv(0x87, Buffer.from(ip.split('.').map(Number)))] : []),
      ];
      const notAfter = Date.now() + (expired ? -day / 2 : day);
      return {
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: certify('server', publicKey, notAfter, extensionOf('551d11', sequence(...names))),
      };
    },
  };
}

interface Content {
  readonly subject: string;
  readonly key: KeyObject;
  readonly notAfter: number;
  readonly extension: Buffer;
  readonly issuer: string;
  readonly issuerKey: KeyObject;
}

/** X.509 version 3 in DER (RFC 5280), signed with ECDSA and SHA-256. */
function certificate({ subject, key, notAfter, extension, issuer, issuerKey }: Content): Buffer {
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1, notAfter % 128, subject.length])),
    algorithm,
    nameOf(issuer),
    sequence(timeOf(Date.now() - day), timeOf(notAfter)),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(extension)),
  );
  const signature = sign('sha256', body, issuerKey);
  return sequence(body, algorithm, tlv(0x03, Buffer.from([0]), signature));
}

function tlv(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...contents: readonly Buffer[]) => tlv(0x30, ...contents);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const nameOf = (name: string) => sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(name)))));
const timeOf = (at: number) => tlv(0x18, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
const extensionOf = (hex: string, value: Buffer) => sequence(oid(hex), tlv(0x04, value));

function pem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
}
