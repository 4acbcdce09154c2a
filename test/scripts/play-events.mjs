// Plays events through bundles as Lambda would: `node play-events.mjs`, with [{ bundle, event }] on its standard input.
// The functions take everything else from the environment. Writes their answers to file descriptor 3, which no log uses.
import { writeFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/** The longest that an invocation may take: what Lambda would say is left of it counts down from here. */
const invocationMs = 30_000;

function startInvocation() {
  const end = Date.now() + invocationMs;
  return { getRemainingTimeInMillis: () => end - Date.now() };
}

const answers = [];
for (const { bundle, event } of await json(process.stdin)) {
  const { handler } = await import(pathToFileURL(bundle).href);
  answers.push((await handler(event, startInvocation())) ?? null);
}
writeFileSync(3, JSON.stringify(answers));
