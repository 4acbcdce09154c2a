import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '../../client/src/index.ts';

const secret = process.env.WEBHOOK_SECRET ?? '';
const seen = new Set<string>();
createServer(async (request, response) => {
  try {
    const event = await verifyWebhook({ headers: request.headers, body: await buffer(request), secret });
    response.writeHead(204).end();
    if (!seen.has(event.id)) console.log(event.type);
    seen.add(event.id);
  } catch {
    response.writeHead(400).end();
  }
}).listen(Number(process.env.PORT ?? 4000), '127.0.0.1');
