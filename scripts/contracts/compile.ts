import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import solc from 'solc';
import type { Abi, Hex } from 'viem';

export interface CompiledContract {
  readonly abi: Abi;
  /** The bytecode that a deployment sends, before the constructor's arguments. */
  readonly bytecode: Hex;
  /** The code on the chain, with zeros in place of each immutable value. */
  readonly deployedBytecode: Hex;
  /** The positions of each immutable value in the deployed code, by its name: the first bytes of words of 32. */
  readonly immutables: Readonly<Record<string, readonly number[]>>;
}

/**
 * Settings that make the bytes reproducible: the source compiles to the same bytes on every machine, without a metadata
 * hash and with only opcodes that every chain has.
 */
const settings = {
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 10_000 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '': ['ast'], '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode'] } },
};

interface Output {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, OutputContract>>>>;
  readonly sources: Readonly<Record<string, { readonly ast: AstNode }>>;
}

/** The part of the syntax tree that names variables. */
interface AstNode {
  readonly id: number;
  readonly name?: string;
  readonly nodes?: readonly AstNode[];
}

interface OutputContract {
  readonly abi: Abi;
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: {
      readonly object: string;
      /** By the id of the variable. */
      readonly immutableReferences?: Readonly<Record<string, readonly { readonly start: number }[]>>;
    };
  };
}

/**
 * Compiles the contracts of a folder, each in a file of its name.
 * @returns the contracts by name
 * @throws Error with the compiler's messages, including warnings
 */
export function compileContracts(folder: string): Map<string, CompiledContract> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sol'));
  const sources = Object.fromEntries(
    names.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }] as const),
  );
  const input = JSON.stringify({ language: 'Solidity', sources, settings });
  const {
    errors = [],
    contracts,
    sources: parsed,
  }: Output = JSON.parse(solc.compile(input, { import: importPackage }));
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const variables = new Map(Object.values(parsed).flatMap(({ ast }) => namesIn(ast)));
  return new Map(
    names.flatMap((name) =>
      Object.entries(contracts[name] ?? {}).map(([contract, output]) => [contract, of(output, variables)]),
    ),
  );
}

/** Sources in packages are resolved as Node resolves them. */
function importPackage(path: string): { readonly contents: string } {
  return { contents: readFileSync(createRequire(import.meta.url).resolve(path), 'utf8') };
}

function namesIn({ id, name = '', nodes = [] }: AstNode): [string, string][] {
  return [[`${id}`, name], ...nodes.flatMap(namesIn)];
}

function of(
  { abi, evm: { bytecode, deployedBytecode } }: OutputContract,
  variables: ReadonlyMap<string, string>,
): CompiledContract {
  const immutables = Object.entries(deployedBytecode.immutableReferences ?? {}).map(([id, places]) => {
    const name = variables.get(id);
    if (!name) throw new Error(`the compiler names no variable ${id}`);
    return [name, places.map(({ start }) => start).toSorted((a, b) => a - b)] as const;
  });
  return {
    abi,
    bytecode: `0x${bytecode.object}`,
    deployedBytecode: `0x${deployedBytecode.object}`,
    immutables: Object.fromEntries(immutables.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}
