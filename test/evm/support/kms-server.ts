import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Hex, hexToBigInt } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { derOf, secp256k1Order, spkiOf } from './der.ts';

interface Call {
  readonly KeyId: string;
  readonly Message?: string;
  readonly MessageType?: string;
  readonly SigningAlgorithm?: string;
}

/** KMS over HTTP, with one key of the kind ECC_SECG_P256K1. Every other signature has an `s` in the upper half, as of the real one. */
export async function startKms(privateKey: Hex) {
  const { publicKey, address } = privateKeyToAccount(privateKey);
  const calls: string[] = [];
  let signed = 0;
  async function signatureOf({ Message = '', MessageType, SigningAlgorithm }: Call): Promise<Buffer | undefined> {
    const digest = Buffer.from(Message, 'base64');
    if (MessageType !== 'DIGEST' || SigningAlgorithm !== 'ECDSA_SHA_256' || digest.length !== 32) return undefined;
    const { r, s } = await sign({ hash: `0x${digest.toString('hex')}`, privateKey });
    const low = hexToBigInt(s);
    signed += 1;
    return derOf(hexToBigInt(r), signed % 2 === 0 ? low : secp256k1Order - low);
  }
  const server = createServer(async (request, response) => {
    const call = (await json(request)) as Call;
    const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
    calls.push(action);
    const bytes = action === 'Sign' ? await signatureOf(call) : spkiOf(publicKey);
    const name = action === 'Sign' ? 'Signature' : 'PublicKey';
    const answer = bytes ? { [name]: bytes.toString('base64') } : { __type: 'ValidationException' };
    response.writeHead(bytes ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    address,
    calls,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
