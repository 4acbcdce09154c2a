import { writeFileSync } from 'node:fs';
import type { Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount, sign } from 'viem/accounts';
import { readPrivateFile } from '../../../ground/files/private-file.ts';
import type { ChainSigner } from './chain-signer.ts';

/**
 * The account whose private key is in a file, as `0x` and 64 hexadecimal digits.
 * @throws Error if the file is missing, is a link, belongs to another user, is readable by others, or has other content
 */
export function readKey(file: string): PrivateKeyAccount {
  return privateKeyToAccount(keyIn(file));
}

/**
 * A signer for one machine: the key is in a file that only its owner can read.
 * @throws as `readKey` does
 */
export function fileSigner(file: string): ChainSigner {
  const privateKey = keyIn(file);
  const { address } = privateKeyToAccount(privateKey);
  return {
    address: async () => address,
    async sign(hash) {
      const { r, s, yParity } = await sign({ hash, privateKey });
      return { r, s, yParity: yParity === 1 ? 1 : 0 };
    },
  };
}

/** A key and a line end, with room for a few spaces. */
const mostBytes = 1_000;

function keyIn(file: string): Hex {
  const found = readPrivateFile(file, mostBytes);
  if (found.fault !== undefined) {
    const advice = found.isMissing ? ` Make one: npm run chain -- new-key ${file}` : '';
    throw new Error(`${file} ${found.fault}.${advice}`);
  }
  const key = found.text.trim();
  if (!/^0x[0-9a-f]{64}$/i.test(key)) throw new Error(`${file} does not hold 0x and 64 hexadecimal digits.`);
  return key as Hex;
}

/** Writes a new key to a file that does not exist yet. @throws Error if it does */
export function createKey(file: string): PrivateKeyAccount {
  const key = generatePrivateKey();
  try {
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${file} exists already, and nothing was written. A key that was used is kept for good.`);
  }
  return privateKeyToAccount(key);
}
