import { secretsReadAgain } from '../../shared/adapters/secrets-read-again.ts';
import type { SealingKeys } from '../../shared/ground/signatures/seal.ts';
import type { Clock } from '../../shared/ground/time/clock.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import type { Secrets } from '../../shared/ports/secrets.ts';

/** A ring of one key, as a stage has it before its first rotation. Another number is another stage's. */
export function testKeys(number = 7): SealingKeys {
  return [{ id: '', key: Buffer.alloc(32, number) }];
}

/** The secrets of a stage without CloudFront, which nobody rotates. */
export function keptSecrets(number?: number): Secrets {
  return { sealingKeys: async () => testKeys(number) };
}

/** The secrets of a stage, as processes read them that start and rotate at any time. */
export class RotatingSecrets {
  keys = testKeys();
  /** The present one and the one before. */
  origins = ['origin-1'];
  /** How often any process has read the sealing keys. */
  reads = 0;
  #rotations = 0;

  rotateSealing(): void {
    this.#rotations += 1;
    this.keys = [{ id: `key-${this.#rotations}`, key: Buffer.alloc(32, 100 + this.#rotations) }, ...this.keys];
  }

  rotateOrigin(): void {
    this.#rotations += 1;
    this.origins = [`origin-${this.#rotations + 1}`, ...this.origins].slice(0, 2);
  }

  /** What one process has read of them. */
  process(clock: Clock, { isFronted = false } = {}): Secrets {
    const sealingKeys = async () => {
      this.reads += 1;
      return this.keys;
    };
    const originSecrets = async (isAgain: boolean) => (isAgain ? this.origins : this.origins.slice(0, 1));
    return secretsReadAgain({ sealingKeys, ...(isFronted && { originSecrets }) }, clock);
  }
}

/**
 * The runtime of a function in AWS, which cannot read the sealing secret unless its declaration needs it.
 */
export function withinDeclaration<Whole extends WholeRuntime>(runtime: Whole, needsSealingKeys: boolean): Whole {
  if (needsSealingKeys) return runtime;
  const sealingKeys = async () => {
    throw new Error('its declaration needs no sealing key');
  };
  return { ...runtime, secrets: { ...runtime.secrets, sealingKeys } };
}
