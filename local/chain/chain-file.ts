import { join } from 'node:path';
import { readIfThere, writePrivateFile } from '../files.ts';
import type { Credentials } from '../quickstart.ts';
import type { DeployedChain } from './deploy.ts';

/** What a stack keeps of its development chain between starts. */
export interface KeptChain extends DeployedChain {
  /** Chosen before the connection is made, so that a start that was interrupted goes on with it. */
  readonly connectionId: string;
  /** The live organization, once it is made. */
  readonly live?: Credentials;
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

/** The private key of whatever is sent on the chain. */
export function signerFile({ path }: ChainFolder): string {
  return join(path, 'signer.key');
}

function fileIn(path: string): string {
  return join(path, 'chain.json');
}
