import { constants, type FileHandle, open } from 'node:fs/promises';
import { codeOf, type OutputFile, type OutputTerms } from './output-terms.ts';

/** Between two tries to write to what takes nothing at the moment. */
const retryMs = 50;

const flags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * A device or a FIFO, which is written through: begun at once, so that one that takes nothing is found out. Waits until
 * somebody reads a FIFO, as every program does that writes to one.
 */
export async function openStream(path: string, terms: OutputTerms): Promise<OutputFile> {
  const { head, pause } = terms;
  const file = await openForReader(path, terms);
  try {
    await writeAll(file, head, pause);
  } catch (error) {
    await file.close();
    throw error;
  }
  const write = async (content: string) => {
    try {
      await writeAll(file, content.slice(head.length), pause);
    } catch (error) {
      // Whoever has read enough has gone, as `head` does.
      if (codeOf(error) !== 'EPIPE') throw new Error(`${path} cannot be written: ${codeOf(error)}.`, { cause: error });
    }
  };
  return { write, [Symbol.asyncDispose]: () => file.close() };
}

/** Blocking would keep a thread that no signal could end. */
async function openForReader(path: string, { pause, onWait }: OutputTerms): Promise<FileHandle> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open(path, flags);
    } catch (error) {
      if (codeOf(error) !== 'ENXIO') throw error;
      if (tries === 1) onWait();
      await pause(retryMs);
    }
  }
}

async function writeAll(file: FileHandle, text: string, pause: OutputTerms['pause']): Promise<void> {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      const { bytesWritten } = await file.write(rest);
      rest = rest.subarray(bytesWritten);
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error;
      await pause(retryMs);
    }
  }
}
