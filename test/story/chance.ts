import { createECDH, createHash } from 'node:crypto';

/** Begins the DER of a P-256 private key with its public point (SEC 1); between them stands the private number. */
const sec1Head = Buffer.from('30770201010420', 'hex');
const sec1Middle = Buffer.from('a00a06082a8648ce3d030107a144034200', 'hex');

/** Bytes that look like chance and are the same in every run. */
export class Chance {
  readonly #seed: string;
  #drawn = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  bytes(size: number): Buffer {
    const blocks: Buffer[] = [];
    for (let length = 0; length < size; length += 32) {
      this.#drawn += 1;
      blocks.push(createHash('sha256').update(`${this.#seed} ${this.#drawn}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, size);
  }

  /** A P-256 private key, DER. */
  sec1(): Buffer {
    const number = this.bytes(32);
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(number);
    return Buffer.concat([sec1Head, number, sec1Middle, curve.getPublicKey()]);
  }
}
