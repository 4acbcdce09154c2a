/** Arithmetic of P-256, for one purpose: to find a public key under which a given signature is valid. */

const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Jacobian coordinates; z = 0 is the point at infinity. */
type Point = readonly [x: bigint, y: bigint, z: bigint];

const generator: Point = [
  0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  1n,
];

/**
 * A public key under which (r, s) signs a hash: r⁻¹(sR − eG) for a point R whose x-coordinate is r modulo n.
 * @returns the uncompressed point; undefined if there is no such point R
 */
export function recoverPublicKey(r: bigint, s: bigint, hash: Buffer): Buffer | undefined {
  const point = pointAt(r) ?? pointAt(r + n);
  if (!point || r <= 0n || r >= n || s <= 0n || s >= n) return undefined;
  const e = BigInt(`0x${hash.toString('hex')}`);
  const inverse = power(r, n - 2n, n);
  return encoded(add(multiply(point, mod(s * inverse, n)), multiply(generator, mod(-e * inverse, n))));
}

function pointAt(x: bigint): Point | undefined {
  if (x >= p) return undefined;
  const square = mod(x ** 3n - 3n * x + b, p);
  const y = power(square, (p + 1n) / 4n, p);
  return mod(y * y, p) === square ? [x, y, 1n] : undefined;
}

function double([x, y, z]: Point): Point {
  const delta = mod(z * z, p);
  const gamma = mod(y * y, p);
  const beta = mod(x * gamma, p);
  const alpha = mod(3n * (x - delta) * (x + delta), p);
  const x3 = mod(alpha * alpha - 8n * beta, p);
  return [x3, mod(alpha * (4n * beta - x3) - 8n * gamma * gamma, p), mod((y + z) ** 2n - gamma - delta, p)];
}

function add(first: Point, second: Point): Point {
  const [x1, y1, z1] = first;
  const [x2, y2, z2] = second;
  if (z1 === 0n) return second;
  if (z2 === 0n) return first;
  const [u1, u2] = [mod(x1 * z2 * z2, p), mod(x2 * z1 * z1, p)];
  const [s1, s2] = [mod(y1 * z2 ** 3n, p), mod(y2 * z1 ** 3n, p)];
  if (u1 === u2) return s1 === s2 ? double(first) : [1n, 1n, 0n];
  const [h, r] = [u2 - u1, s2 - s1];
  const [h2, h3] = [mod(h * h, p), mod(h ** 3n, p)];
  const x3 = mod(r * r - h3 - 2n * u1 * h2, p);
  return [x3, mod(r * (u1 * h2 - x3) - s1 * h3, p), mod(h * z1 * z2, p)];
}

function multiply(point: Point, scalar: bigint): Point {
  let product: Point = [1n, 1n, 0n];
  for (const bit of scalar.toString(2)) {
    product = double(product);
    if (bit === '1') product = add(product, point);
  }
  return product;
}

function encoded([x, y, z]: Point): Buffer {
  const inverse = power(z, p - 2n, p);
  const hex = (value: bigint) => mod(value, p).toString(16).padStart(64, '0');
  return Buffer.from(`04${hex(x * inverse ** 2n)}${hex(y * inverse ** 3n)}`, 'hex');
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = mod(result * result, modulus);
    if (bit === '1') result = mod(result * base, modulus);
  }
  return result;
}

function mod(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}
