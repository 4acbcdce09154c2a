import type { World } from '../world.ts';
import { openOutput } from './output-file.ts';
import type { OutputFile } from './output-terms.ts';

/** The number of bytes for which space is checked if the size of the output is unknown. */
const someBytes = 64 * 1024;

/** The file that `--out` names, or standard output. */
export async function openOutputOf(
  { out, config, keyFile }: { readonly out?: string; readonly config?: string; readonly keyFile?: string },
  head: string,
  { print, note, pause }: World,
): Promise<OutputFile> {
  if (out === undefined) return { write: async (text) => print(text), [Symbol.asyncDispose]: async () => {} };
  const sources = [config, keyFile].filter((source) => source !== undefined);
  const onWait = () => note(`Waiting for ${out} to be read.\n`);
  return openOutput(out, { head, bytes: someBytes, sources, pause, onWait });
}
