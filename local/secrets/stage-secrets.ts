import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import type { SealingKeys } from '../../shared/ground/signatures/seal.ts';
import type { SecretRotation } from '../../shared/ports/secrets.ts';
import { readIfThere, writePrivateFile } from '../data/files.ts';

/** As many as a stage in AWS. */
const maxSealingKeys = 100;

/** The file. Keys in base64. */
interface Kept {
  /** The first key. Only it has no id. */
  readonly sealingKey: string;
  /** Those that rotations added, the newest first. */
  readonly newerKeys?: readonly { readonly id: string; readonly key: string }[];
  readonly databaseKeyId: string;
}

/** The secrets of a stack, in a file that is made at the first start. */
export class StageSecrets {
  readonly #file: string;
  #kept: Kept;

  constructor(file: string) {
    this.#file = file;
    const text = readIfThere(file);
    if (text === undefined) {
      this.#kept = this.#written({ sealingKey: newKey(), databaseKeyId: randomBytes(16).toString('hex') });
    } else this.#kept = JSON.parse(text) as Kept;
  }

  /** The newest first. */
  get sealingKeys(): SealingKeys {
    const all = [...(this.#kept.newerKeys ?? []), { id: '', key: this.#kept.sealingKey }];
    return all.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') })) as unknown as SealingKeys;
  }

  /**
   * Names this stack's database inside DynamoDB Local. Anybody who reaches its port can ask for a database, but sees
   * this one only by its name.
   */
  get databaseKeyId(): string {
    return this.#kept.databaseKeyId;
  }

  /** @returns the id of the key that seals from now on */
  addSealingKey(): string {
    const { newerKeys = [] } = this.#kept;
    if (newerKeys.length + 1 >= maxSealingKeys) {
      throw new ServiceError('CONFLICT', `there are ${maxSealingKeys} sealing keys already`);
    }
    const id = randomBytes(6).toString('base64url');
    this.#kept = this.#written({ ...this.#kept, newerKeys: [{ id, key: newKey() }, ...newerKeys] });
    return id;
  }

  /** Nothing is sealed with a key that is not on the disk. */
  #written(kept: Kept): Kept {
    writePrivateFile(this.#file, `${JSON.stringify(kept)}\n`);
    return kept;
  }
}

/** Rotates the secrets of a data directory. */
export function rotationOn({ secrets }: { readonly secrets: StageSecrets }): SecretRotation {
  return {
    async rotate(name) {
      if (name === 'origin') throw new ServiceError('CONFLICT', 'nothing stands in front of this stack');
      return secrets.addSealingKey();
    },
  };
}

function newKey(): string {
  return randomBytes(32).toString('base64');
}
