import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHandlerUnderTest } from './handler-under-test.ts';
import { checkPublicKeys, type PemVectors } from './public-keys.ts';
import { Report } from './report.ts';
import { checkSignatures, type SignatureVectors } from './signatures.ts';

/**
 * Checks key registration and the request verifier against the Wycheproof vectors in a folder: `node
 * test/proofs/vectors/main.ts ../shared/vectors`. Exits with 1 on any disagreement.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node test/proofs/vectors/main.ts <folder with the vectors>');
  process.exit(1);
}

const vectors = <Vectors>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Vectors;
const report = new Report();
checkPublicKeys(vectors<PemVectors>('ecdh_secp256r1_pem_test.json'), report);

const signatures = vectors<SignatureVectors>('ecdsa_secp256r1_sha256_test.json');
const door = startHandlerUnderTest();
await checkSignatures(signatures, door, report);
process.exitCode = report.print();
