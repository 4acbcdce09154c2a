import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, type Hex, parseEther, parseGwei } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ChainSigner, signTransaction } from '../../shared/providers/evm/signer/chain-signer.ts';
import { createKey, fileSigner } from '../../shared/providers/evm/signer/key-file.ts';
import { kmsSigner } from '../../shared/providers/evm/signer/kms-signer.ts';
import { accountOf, chainSignature } from '../../shared/providers/evm/signer/signature.ts';
import { type Chain, startChain } from './support/chain.ts';
import { derOf, secp256k1Order, spkiOf } from './support/der.ts';
import { startKms } from './support/kms-server.ts';

let chain: Chain;
let kms: Awaited<ReturnType<typeof startKms>>;

beforeAll(async () => {
  [chain, kms] = await Promise.all([startChain(), startKms(generatePrivateKey())]);
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});

afterAll(async () => {
  vi.unstubAllEnvs();
  kms.stop();
  await chain.stop();
});

const arn = 'arn:aws:kms:eu-west-1:123456789012:key/signer';

/** Sends a transaction of a signer to the chain. @returns who sent it, as the chain recovers it, and whether its hash was known before */
async function sendSigned(signer: ChainSigner, nonce: number) {
  const to = chain.accounts[3] as Address;
  const fees = { maxFeePerGas: parseGwei('3'), maxPriorityFeePerGas: 1n };
  const transaction = { chainId: 31_337, type: 'eip1559', nonce, to, value: 1n, gas: 21_000n, ...fees } as const;
  const { bytes, hash } = await signTransaction(signer, transaction);
  const sent = await chain.client.sendRawTransaction({ serializedTransaction: bytes });
  const { from, status } = await chain.client.waitForTransactionReceipt({ hash: sent });
  return { from, status, isKnown: sent === hash };
}

describe('a key of KMS', () => {
  test('signs what a chain takes, in whichever half of the order its signature was', async () => {
    const signer = kmsSigner(arn);
    await chain.client.setBalance({ address: kms.address, value: parseEther('1') });
    for (let nonce = 0; nonce < 8; nonce += 1) {
      expect(await sendSigned(signer, nonce)).toEqual({
        from: kms.address.toLowerCase(),
        status: 'success',
        isKnown: true,
      });
    }
    expect(kms.calls.filter((action) => action === 'GetPublicKey')).toHaveLength(1);
  });

  test('is asked for the account that it is, with its checksum', async () => {
    expect(await kmsSigner(arn).address()).toBe(kms.address);
  });
});

describe('a key file', () => {
  test('signs what a chain takes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-signer-'));
    try {
      const file = join(folder, 'signer.key');
      const { address } = createKey(file);
      await chain.client.setBalance({ address, value: parseEther('1') });
      const signer = fileSigner(file);
      expect(await signer.address()).toBe(address);
      expect(await sendSigned(signer, 0)).toMatchObject({ from: address.toLowerCase(), isKnown: true });
      chmodSync(file, 0o640);
      expect(() => fileSigner(file)).toThrow(`chmod 600 ${file}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a signature', () => {
  /** A pair of OpenSSL's, which signs as KMS does. */
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const account = accountOf(publicKey.export({ type: 'spki', format: 'der' }));
  const digestOf = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`;

  test('of OpenSSL is of its account, always in the lower half, and half of the time it was not', async () => {
    let high = 0;
    for (let index = 0; index < 60; index += 1) {
      const der = sign('sha256', Buffer.from(`${index}`), privateKey);
      const { s } = await chainSignature(der, digestOf(`${index}`), account);
      expect(BigInt(s)).toBeLessThanOrEqual(secp256k1Order / 2n);
      if (!der.includes(Buffer.from(s.slice(2).replace(/^(00)+/, ''), 'hex'))) high += 1;
    }
    // Of 60 tosses of a coin fewer than 5 or more than 55 are one side once in ten thousand million times.
    expect(high).toBeGreaterThan(4);
    expect(high).toBeLessThan(56);
  });

  test('of another account, or of something else, is none', async () => {
    const der = sign('sha256', Buffer.from('this'), privateKey);
    await expect(chainSignature(der, digestOf('that'), account)).rejects.toThrow('is not of');
    await expect(chainSignature(der, digestOf('this'), chain.accounts[0] as Address)).rejects.toThrow('is not of');
  });

  test.each<[string, Buffer]>([
    ['cut off', derOf(1n, 1n).subarray(0, -1)],
    ['followed by more', Buffer.concat([derOf(1n, 1n), Buffer.from([0])])],
    ['of three integers', Buffer.from('3009020101020101020101', 'hex')],
    ['empty', Buffer.alloc(0)],
    ['with a zero', derOf(0n, 1n)],
    ['beyond the order', derOf(1n, secp256k1Order)],
  ])('that is %s is refused', async (_what, der) => {
    await expect(chainSignature(der, digestOf('this'), account)).rejects.toThrow(/no signature|out of range/);
  });

  test('is of keys of secp256k1 alone', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' });
    expect(() => accountOf(other)).toThrow('is not of secp256k1');
    expect(() => accountOf(spkiOf('0x04'))).toThrow('is not of secp256k1');
  });
});
