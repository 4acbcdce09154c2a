import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from '../../../scripts/support/commands.ts';
import type { PythonEnvironment } from '../../../scripts/support/python.ts';
import type { OpenApiDocument } from '../../../shared/openapi/types.ts';
import { asOpenApi30 } from '../../../shared/openapi/version-3-0.ts';

/** What clients are made with and played against. */
export interface Workshop {
  readonly commands: Commands;
  /** The path of `openapi.json`. */
  readonly description: string;
  /** The path of `openapi-3.0.json`, for generators that cannot generate webhooks. */
  readonly description30: string;
  /** Has `openapi-generator` and `openapi-python-client`. */
  readonly python: Promise<PythonEnvironment>;
  /** Where the calls go and who makes them, as environment variables. */
  readonly target: Readonly<Record<string, string>>;
}

/** What became of one language's clients: how many were made and played, or why none was. */
export type Outcome = { readonly played: number } | { readonly skipped: string };

/** Writes the translated description. @returns its path */
export function writeDescription30(folder: string, document: OpenApiDocument): string {
  const path = join(folder, 'openapi-3.0.json');
  writeFileSync(path, JSON.stringify(asOpenApi30(document)));
  return path;
}

/**
 * Generates a client by `openapi-generator generate -i DESCRIPTION -g GENERATOR -o OUTPUT`, without further options.
 * @param output the folder that is made
 */
export async function openApiGenerator(
  { commands, python }: Workshop,
  description: string,
  generator: string,
  output: string,
): Promise<void> {
  const program = (await python).program('openapi-generator-cli');
  await commands.run([program, 'generate', '-i', description, '-g', generator, '-o', output], shortLivedJava);
}

/** Java's second compiler and its threads for garbage would take more time of the processor than they save. */
export const shortLivedJava = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };
