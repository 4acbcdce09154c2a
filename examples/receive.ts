// Prints the events that its webhook endpoint receives, until Ctrl-C: npx node examples/receive.ts
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Sluice, verifyWebhook } from '../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));
const port = Number(process.env.PORT ?? 4000);
const url = `http://127.0.0.1:${port}/webhooks`;
const keptIn = '.sluice/receiver.json';

const { secret } = await ownEndpoint();
createServer(async (request, response) => {
  try {
    const event = await verifyWebhook({ headers: request.headers, body: await buffer(request), secret });
    response.writeHead(204).end();
    console.log(event);
  } catch {
    response.writeHead(400).end('not signed with the secret that is known here');
  }
}).listen(port, '127.0.0.1');
// Causes the first event.
await sluice.fundSandbox({ amount: '10.00' });

/** The endpoint of an earlier run, or a new one. The service shows a secret once, so a private file keeps it. */
async function ownEndpoint(): Promise<{ id: string; secret: string }> {
  const kept = existsSync(keptIn) ? JSON.parse(readFileSync(keptIn, 'utf8')) : undefined;
  const { data } = await sluice.listSandboxWebhookEndpoints();
  if (data.some((endpoint) => endpoint.id === kept?.id && endpoint.url === url)) return kept;
  const { id, secret } = await sluice.registerSandboxWebhookEndpoint({
    url,
    events: ['deposit.completed', 'payout.pending', 'payout.completed'],
  });
  writeFileSync(keptIn, JSON.stringify({ id, secret }), { mode: 0o600 });
  return { id, secret };
}
