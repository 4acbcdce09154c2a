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
export async function startKms(privateKey: Hex, aliases: readonly string[] = []) {
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
  async function keyAnswer(action: string, call: Call) {
    if (action !== 'Sign') return { PublicKey: spkiOf(publicKey).toString('base64') };
    const signature = await signatureOf(call);
    return signature && { Signature: signature.toString('base64') };
  }
  const aliasesOf = ({ KeyId }: Call) => ({
    Aliases: aliases.map((AliasName) => ({ AliasName, TargetKeyId: KeyId.split('/')[1] })),
    Truncated: false,
  });
  const server = createServer(async (request, response) => {
    const call = (await json(request)) as Call;
    const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
    calls.push(action);
    const answer = action === 'ListAliases' ? aliasesOf(call) : await keyAnswer(action, call);
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answer ?? { __type: 'ValidationException' }));
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
