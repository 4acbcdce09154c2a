import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import solc from 'solc';
import type { Abi, Hex } from 'viem';

export interface CompiledContract {
  readonly abi: Abi;
  /** What a deployment sends, before the constructor's arguments. */
  readonly bytecode: Hex;
  /** What stands on the chain, with zeros wherever an immutable value is. */
  readonly deployedBytecode: Hex;
  /** The places of immutable values in the deployed code, in bytes. */
  readonly immutables: readonly { readonly start: number; readonly length: number }[];
}

/** The same source gives the same bytes on every machine: no hash of metadata, and opcodes that every chain has. */
const settings = {
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 10_000 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode'] } },
};

interface Output {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, OutputContract>>>>;
}

interface OutputContract {
  readonly abi: Abi;
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: {
      readonly object: string;
      readonly immutableReferences?: Readonly<Record<string, CompiledContract['immutables']>>;
    };
  };
}

/**
 * Compiles the contracts of a folder, each in a file of its name.
 * @returns by name
 * @throws Error with what the compiler says, warnings too
 */
export function compileContracts(folder: string): Map<string, CompiledContract> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sol'));
  const sources = Object.fromEntries(
    names.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }] as const),
  );
  const input = JSON.stringify({ language: 'Solidity', sources, settings });
  const { errors = [], contracts }: Output = JSON.parse(solc.compile(input, { import: importPackage }));
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return new Map(
    names.flatMap((name) => Object.entries(contracts[name] ?? {}).map(([contract, output]) => [contract, of(output)])),
  );
}

/** Sources of packages are found as Node finds them. */
function importPackage(path: string): { readonly contents: string } {
  return { contents: readFileSync(createRequire(import.meta.url).resolve(path), 'utf8') };
}

function of({ abi, evm: { bytecode, deployedBytecode } }: OutputContract): CompiledContract {
  const immutables = Object.values(deployedBytecode.immutableReferences ?? {}).flat();
  return {
    abi,
    bytecode: `0x${bytecode.object}`,
    deployedBytecode: `0x${deployedBytecode.object}`,
    immutables: immutables.toSorted((a, b) => a.start - b.start),
  };
}
