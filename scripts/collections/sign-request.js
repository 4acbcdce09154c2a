/*
 * Runs before each request, in Postman and in Bruno. Gives every write an idempotency key: the variable
 * `idempotencyKey`, or a new one. Signs what names an API key by the direct flow: ECDSA P-256 over SHA-256, DER, base64.
 *
 * Neither tool has P-256 for scripts, so it is computed here, with SHA-256 and HMAC of crypto-js. The number that each
 * signature needs follows from key and message (RFC 6979): nothing here has to be random. The time that it takes depends
 * on the key, so this is for trying requests on your own machine; a service signs with its platform's library.
 */
const cryptoJs = require('crypto-js');
const prime = BigInt('0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff');
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
const base = {
  x: BigInt('0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'),
  y: BigInt('0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'),
};
const [zero, one, two, three, four, eight] = [0, 1, 2, 3, 4, 8].map(BigInt);
const fromHex = (hex) => BigInt(`0x${hex}`);
const toHex = (number) => number.toString(16).padStart(64, '0');
const modulo = (number, by) => ((number % by) + by) % by;
const inField = (number) => modulo(number, prime);

function inverse(number, by) {
  let [a, b, x, y] = [modulo(number, by), by, one, zero];
  while (a > one) {
    const quotient = b / a;
    [a, b, x, y] = [b - quotient * a, a, y - quotient * x, x];
  }
  return modulo(x, by);
}

// Points are Jacobian: (x / z², y / z³).
function double({ x, y, z }) {
  const [delta, gamma] = [inField(z * z), inField(y * y)];
  const beta = inField(x * gamma);
  const alpha = inField(three * (x - delta) * (x + delta));
  const doubled = inField(alpha * alpha - eight * beta);
  return {
    x: doubled,
    y: inField(alpha * (four * beta - doubled) - eight * gamma * gamma),
    z: inField((y + z) * (y + z) - gamma - delta),
  };
}

function addBase({ x, y, z }) {
  const zz = inField(z * z);
  const [h, r] = [inField(base.x * zz - x), inField(base.y * z * zz - y)];
  const [hh, v] = [inField(h * h), inField(x * h * h)];
  const sum = inField(r * r - h * hh - two * v);
  return { x: sum, y: inField(r * (v - sum) - y * h * hh), z: inField(z * h) };
}

/** The x of a multiple of the base point. */
function multipleOfBase(factor) {
  let point = { ...base, z: one };
  for (const bit of factor.toString(2).slice(1)) {
    point = double(point);
    if (bit === '1') point = addBase(point);
  }
  const z = inverse(point.z, prime);
  return inField(point.x * z * z);
}

function hmac(key, data) {
  return cryptoJs.HmacSHA256(cryptoJs.enc.Hex.parse(data), cryptoJs.enc.Hex.parse(key)).toString();
}

/** RFC 6979, 3.2: the numbers to try, one after the other. */
function* numbersFor(secret, hash) {
  const seed = toHex(secret) + toHex(modulo(hash, order));
  let [key, value] = ['00'.repeat(32), '01'.repeat(32)];
  for (const separator of ['00', '01']) {
    key = hmac(key, value + separator + seed);
    value = hmac(key, value);
  }
  for (;;) {
    value = hmac(key, value);
    const number = fromHex(value);
    if (number > zero && number < order) yield number;
    key = hmac(key, `${value}00`);
    value = hmac(key, value);
  }
}

function derInteger(number) {
  const digits = number.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const positive = even >= '80' ? `00${even}` : even;
  return `02${(positive.length / 2).toString(16).padStart(2, '0')}${positive}`;
}

/** The private number of a PKCS#8 PEM of P-256. */
function secretOf(pem) {
  const der = cryptoJs.enc.Base64.parse(pem.replace(/-----[^-]+-----|\s|\\n/g, '')).toString();
  const found = /06082a8648ce3d030107.*?0201010420([0-9a-f]{64})/.exec(der);
  if (!found) throw new Error('privateKey is not the PKCS#8 PEM of a P-256 key (-----BEGIN PRIVATE KEY-----)');
  return fromHex(found[1]);
}

function sign(pem, message) {
  const [secret, hash] = [secretOf(pem), fromHex(cryptoJs.SHA256(message).toString())];
  for (const number of numbersFor(secret, hash)) {
    const r = modulo(multipleOfBase(number), order);
    const s = modulo(inverse(number, order) * (hash + r * secret), order);
    if (r === zero || s === zero) continue;
    const integers = derInteger(r) + derInteger(s);
    const der = `30${(integers.length / 2).toString(16).padStart(2, '0')}${integers}`;
    return cryptoJs.enc.Hex.parse(der).toString(cryptoJs.enc.Base64);
  }
}

/** What is outside of a URL's characters, percent-encoded: what is signed is what is sent. */
const encoded = (url) =>
  url.replace(/[^\x21-\x7e]+|["'<>\\^`{|}]/g, (text) => (text === "'" ? '%27' : encodeURIComponent(text)));

/** The request under way, and how the tool replaces variables in it. */
function requestOfPostman() {
  const { request, variables } = pm;
  const text = (template) => variables.replaceIn(template);
  return {
    text,
    method: request.method,
    url: encoded(text(request.url.toString())),
    body: text(request.body?.raw || ''),
    isSigned: request.headers.has('X-Api-Key'),
    fix({ url, body }) {
      request.url.update(url);
      if (body) request.body.update({ mode: 'raw', raw: body });
    },
    setHeader: (key, value) => request.headers.upsert({ key, value }),
  };
}

function requestOfBruno() {
  const text = (template) => bru.interpolate(template);
  return {
    text,
    method: req.getMethod(),
    url: encoded(text(req.getUrl())),
    body: text(req.getBody({ raw: true }) || ''),
    isSigned: Boolean(req.getHeader('X-Api-Key')),
    fix({ url, body }) {
      req.setUrl(url);
      if (body) req.setBody(body, { raw: true });
    },
    setHeader: (name, value) => req.setHeader(name, value),
  };
}

const sent = typeof bru === 'undefined' ? requestOfPostman() : requestOfBruno();
const { text, method, url, body } = sent;

/** A variable's value; what is not set stays in its braces. */
function variable(name) {
  const value = text(`{{${name}}}`);
  return value.startsWith('{{') ? '' : value;
}

const idempotencyKey = method === 'GET' ? '' : variable('idempotencyKey') || text('{{$guid}}');
// From here on nothing is replaced: the bytes that are signed are sent.
sent.fix({ url, body });
if (idempotencyKey) sent.setHeader('Idempotency-Key', idempotencyKey);

if (sent.isSigned) {
  const [timestamp, nonce] = [Math.floor(Date.now() / 1000).toString(), text('{{$guid}}')];
  const target = url.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/#.*$/, '');
  const hash = cryptoJs.SHA256(body).toString();
  const message = [variable('apiKeyId'), method, target, hash, idempotencyKey, timestamp, nonce].join('\n');
  sent.setHeader('X-Svc-Signature', sign(variable('privateKey'), message));
  sent.setHeader('X-Svc-Timestamp', timestamp);
  sent.setHeader('X-Svc-Nonce', nonce);
}
