import { join } from 'node:path';
import type { Address } from 'viem';
import { readIfThere, writePrivateFile } from '../data/files.ts';
import type { Credentials } from '../data/quickstart.ts';
import type { DeployedChain } from './deploy.ts';

/** What a stack stores about its development chain between starts. */
export interface KeptChain extends DeployedChain {
  /** Chosen before the connection is created, so that an interrupted start continues with it. */
  readonly connectionId: string;
  /** The vault that pays wallets. Absent in data of a release that could not pay them. */
  readonly vault?: KeptVault;
  /** The live organization. Absent until it is created. */
  readonly live?: Credentials;
}

/** A chain with a vault, which every start ensures. */
export type WholeChain = KeptChain & Required<Pick<KeptChain, 'vault'>>;

export interface KeptVault {
  readonly address: Address;
  readonly connectionId: string;
}

/** The folder in a data directory with everything about the chain. */
export interface ChainFolder {
  /** Exists if a chain was connected before. */
  readonly path: string;
}

/** @returns undefined if no chain was connected before */
export function readKeptChain({ path }: ChainFolder): KeptChain | undefined {
  const text = readIfThere(fileIn(path));
  return text === undefined ? undefined : (JSON.parse(text) as KeptChain);
}

export function keepChain({ path }: ChainFolder, kept: KeptChain): void {
  writePrivateFile(fileIn(path), `${JSON.stringify(kept, null, 2)}\n`);
}

/** The private key of the account that flushes deposits. */
export function signerFile({ path }: ChainFolder): string {
  return join(path, 'signer.key');
}

/** The private key of the account that pays from the vault. */
export function vaultSignerFile({ path }: ChainFolder): string {
  return join(path, 'vault-signer.key');
}

function fileIn(path: string): string {
  return join(path, 'chain.json');
}
