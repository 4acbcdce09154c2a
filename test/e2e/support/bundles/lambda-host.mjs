// Plays Lambda's runtime: imports a bundle, and calls its exported handler, one event after another. It knows nothing of
// the service. A function sees the environment of its own alone. It sees the time that the test names, standing still, so
// that the same story takes the same time wherever it is played.
import { pathToFileURL } from 'node:url';

const RealDate = Date;
let standingMs;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [standingMs ?? RealDate.now()]));
  }

  static now() {
    return standingMs ?? RealDate.now();
  }
};

let last = Promise.resolve();
process.on('message', ({ call, ...invocation }) => {
  last = last.then(async () => process.send({ call, ...(await outcomeOf(invocation)) }));
});
process.on('disconnect', () => process.exit());

async function outcomeOf({ bundle, environment, event, nowMs, timeoutMs }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  standingMs = nowMs;
  const endsAt = performance.now() + timeoutMs;
  try {
    const { handler } = await import(pathToFileURL(bundle).href);
    return { result: await handler(event, { getRemainingTimeInMillis: () => endsAt - performance.now() }) };
  } catch (error) {
    return { failure: String(error?.stack ?? error) };
  }
}
