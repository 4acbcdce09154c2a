import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Buyer } from './buyer.ts';

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

async function buyerAt(answering: Answering): Promise<Buyer> {
  const server = createServer(async (request, response) => answering(request, response, await text(request)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return new Buyer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function show(response: ServerResponse, page: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}

test('a form is sent to the site with its hidden fields and the cookie, and the redirect is followed', async () => {
  const sent: unknown[] = [];
  const buyer = await buyerAt(({ method, url, headers: { cookie } }, response, body) => {
    sent.push({ method, url, cookie, body });
    if (method === 'POST') return response.writeHead(303, { location: 'https://pay.example.com/thanks' }).end();
    response.setHeader('set-cookie', 'buyer=b1; Secure; HttpOnly');
    const hidden = '<input type="hidden" name="token" value="a &quot;b&quot; &amp; c">';
    return show(response, `<form method="post" action="https://pay.example.com/pay/card?a=1&amp;b=2">${hidden}</form>`);
  });
  const page = await buyer.get('https://pay.example.com/pay');
  await buyer.submit(page, /\/card(\?|$)/, { card: '4242' });
  expect(sent).toEqual([
    { method: 'GET', url: '/pay', cookie: undefined, body: '' },
    { method: 'POST', url: '/pay/card?a=1&b=2', cookie: 'buyer=b1', body: 'token=a+%22b%22+%26+c&card=4242' },
    { method: 'GET', url: '/thanks', cookie: 'buyer=b1', body: '' },
  ]);
});

test('a page that leads on by itself is followed', async () => {
  const buyer = await buyerAt(({ url }, response) => show(response, `this is ${url}`));
  const page = '<meta http-equiv="refresh" content="2; url=https://pay.example.com/p?a=1&amp;b=2">';
  expect(await buyer.follow(page)).toBe('this is /p?a=1&b=2');
  expect(() => buyer.follow('<p>the end</p>')).toThrow('the page leads nowhere');
});

test('a page that cannot be shown now is asked for again, and one that cannot be shown at all is an error', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  let asked = 0;
  const buyer = await buyerAt(({ url }, response) => {
    asked += 1;
    if (url === '/gone') return response.writeHead(404, { 'content-type': 'text/html' }).end('gone');
    if (url === '/json') return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    return asked === 1 ? response.writeHead(503).end() : show(response, 'here');
  });
  expect(await buyer.get('/pay')).toBe('here');
  expect(said.mock.calls.join()).toContain('503');
  await expect(buyer.get('/gone')).rejects.toThrow('not 404');
  await expect(buyer.get('/json')).rejects.toThrow();
});

test('a page without the form is an error', async () => {
  const buyer = await buyerAt((_, response) => show(response, ''));
  await expect(buyer.submit('<form action="/bank"></form>', /\/card/)).rejects.toThrow('no form that leads to');
});
