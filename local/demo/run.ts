import { findStack } from './find-stack.ts';
import type { DemoOptions } from './options.ts';
import type { Print } from './show.ts';
import { runWalkthrough } from './walkthrough.ts';

interface Terminal {
  readonly print: Print;
  /** Ends the demo early; what it started is ended all the same. */
  readonly signal: AbortSignal;
}

/** Finds or starts a stack, runs the steps of the demo on it, and leaves no process and no file of its own behind. */
export async function runDemo(options: DemoOptions, { print, signal }: Terminal): Promise<void> {
  const stack = await findStack(options);
  try {
    signal.throwIfAborted();
    print(`Sluice at ${stack.quickstart.baseUrl}`);
    print(stack.isOwn ? 'Started for this demo alone.' : 'The one that is running.');
    await runWalkthrough(stack.quickstart, print, signal);
  } finally {
    await stack.stop();
  }
}
