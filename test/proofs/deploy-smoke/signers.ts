import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { CreateKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { type Hex, recoverAddress } from 'viem';
import type { Cleanup } from '../../../local/process/cleanup.ts';
import { createCommands } from '../../../scripts/support/commands.ts';
import { say } from '../../../scripts/support/say.ts';
import { kmsSigner } from '../../../shared/providers/evm/signer/kms-signer.ts';
import { chainSignature } from '../../../shared/providers/evm/signer/signature.ts';
import { startMiniStack } from './ministack.ts';

/** MiniStack's keys that sign need it. With it the emulator tells a stage's generated secret in another form, so it has a process of its own here. */
const packages = { cryptography: '50.0.2' };
const digests = 100;
const halfOfOrder = 0x7fffffff_ffffffff_ffffffff_ffffffff_5d576e73_57a4501d_dfe92f46_681b20a0n;

/** Signs digests with a key of KMS as payments are signed: a chain recovers its account from each, also where KMS answered the upper of two halves. */
export async function checkSigners(cleanup: Cleanup): Promise<void> {
  const { endpoint, region, credentials } = await startMiniStack(createCommands(cleanup), cleanup, packages);
  const client = new KMSClient({ endpoint, region, credentials });
  const made = await client.send(new CreateKeyCommand({ KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'SIGN_VERIFY' }));
  const KeyId = made.KeyMetadata?.Arn ?? '';
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_KMS: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  const signer = kmsSigner(KeyId);
  const address = await signer.address();
  let upper = 0;
  for (let count = 0; count < digests; count += 1) {
    const digest: Hex = `0x${randomBytes(32).toString('hex')}`;
    assert.equal(await recoverAddress({ hash: digest, signature: await signer.sign(digest) }), address);
    const Message = Buffer.from(digest.slice(2), 'hex');
    const asked = { KeyId, Message, MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' } as const;
    const { Signature } = await client.send(new SignCommand(asked));
    assert.ok(Signature);
    if (sOf(Signature) > halfOfOrder) upper += 1;
    assert.equal(
      await recoverAddress({ hash: digest, signature: await chainSignature(Signature, digest, address) }),
      address,
    );
  }
  assert.ok(upper > 0, 'KMS answered no signature of the upper half');
  say(`${2 * digests} signatures of KMS were recovered, ${upper} of ${digests} in the upper half`);
}

/** The second number of a signature as KMS encodes it (DER). */
function sOf(signature: Uint8Array): bigint {
  const bytes = Buffer.from(signature);
  const start = 4 + (bytes[3] ?? 0);
  return BigInt(`0x${bytes.subarray(start + 2, start + 2 + (bytes[start + 1] ?? 0)).toString('hex')}`);
}
