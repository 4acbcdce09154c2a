import { constants, type FileHandle, open } from 'node:fs/promises';
import { codeOf, type OutputFile, type OutputTerms } from './output-terms.ts';

/** The pause between two attempts to write to something that currently accepts nothing. */
const retryMs = 50;

const flags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * A device or a FIFO, which is written through. Writing starts at once, so that one that accepts nothing is detected.
 * For a FIFO it waits for a reader, like every program that writes to one.
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
      // The reader, such as `head`, has read enough and closed the pipe.
      if (codeOf(error) !== 'EPIPE') throw new Error(`${path} cannot be written: ${codeOf(error)}.`, { cause: error });
    }
  };
  return { write, [Symbol.asyncDispose]: () => file.close() };
}

/** A blocking write would hold a thread that no signal could end. */
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
