import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/**
 * The account whose private key a file holds, as `0x` and 64 hexadecimal digits.
 * @throws Error for a file that is missing, that others can read, or that holds something else
 */
export function readKey(file: string): PrivateKeyAccount {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new Error(`There is no file ${file}. Make one: npm run chain -- new-key ${file}`);
  // Windows has no such modes.
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new Error(`Others can read ${file}, which holds a private key. Run: chmod 600 ${file}`);
  }
  const key = found.size < 1_000 ? readFileSync(file, 'utf8').trim() : '';
  if (!/^0x[0-9a-f]{64}$/i.test(key)) throw new Error(`${file} does not hold 0x and 64 hexadecimal digits.`);
  return privateKeyToAccount(key as Hex);
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
