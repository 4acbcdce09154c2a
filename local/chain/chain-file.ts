import { join } from 'node:path';
import type { Address } from 'viem';
import { readIfThere, writePrivateFile } from '../data/files.ts';
import type { Credentials } from '../data/quickstart.ts';
import type { DeployedChain } from './deploy.ts';

/** What a stack keeps of its development chain between starts. */
export interface KeptChain extends DeployedChain {
  /** Chosen before the connection is made, so that a start that was interrupted goes on with it. */
  readonly connectionId: string;
  /** What pays wallets. Absent in data of a release that paid none. */
  readonly vault?: KeptVault;
  /** The live organization, once it is made. */
  readonly live?: Credentials;
}

/** With its vault, as every start leaves it. */
export type WholeChain = KeptChain & Required<Pick<KeptChain, 'vault'>>;

export interface KeptVault {
  readonly address: Address;
  readonly connectionId: string;
}

/** The folder of what belongs to the chain in a data directory. */
export interface ChainFolder {
  /** Exists where a chain was connected before. */
  readonly path: string;
}

/** @returns undefined where no chain was connected before */
export function readKeptChain({ path }: ChainFolder): KeptChain | undefined {
  const text = readIfThere(fileIn(path));
  return text === undefined ? undefined : (JSON.parse(text) as KeptChain);
}

export function keepChain({ path }: ChainFolder, kept: KeptChain): void {
  writePrivateFile(fileIn(path), `${JSON.stringify(kept, null, 2)}\n`);
}

/** The private key of whoever flushes deposits. */
export function signerFile({ path }: ChainFolder): string {
  return join(path, 'signer.key');
}

/** The private key of whoever pays from the vault. */
export function vaultSignerFile({ path }: ChainFolder): string {
  return join(path, 'vault-signer.key');
}

function fileIn(path: string): string {
  return join(path, 'chain.json');
}
