import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import type { SealingKeys } from '../../shared/ground/signatures/seal.ts';
import type { SecretRotation } from '../../shared/ports/secrets.ts';
import { readIfThere, writePrivateFile } from '../data/files.ts';

/** A stage in AWS has this many, too. */
const maxSealingKeys = 100;

/** The content of the file. Keys are in base64. */
interface Kept {
  /** The first key, the only one without an id. */
  readonly sealingKey: string;
  /** The keys that rotations added, newest first. */
  readonly newerKeys?: readonly { readonly id: string; readonly key: string }[];
  readonly databaseKeyId: string;
}

/** The secrets of a stack, in a file that the first start creates. */
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

  /** Newest first. */
  get sealingKeys(): SealingKeys {
    const all = [...(this.#kept.newerKeys ?? []), { id: '', key: this.#kept.sealingKey }];
    return all.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') })) as unknown as SealingKeys;
  }

  /**
   * The name of this stack's database in DynamoDB Local. Anyone who can reach its port can open a database, but finds
   * this one only by its name.
   */
  get databaseKeyId(): string {
    return this.#kept.databaseKeyId;
  }

  /** @returns the id of the key that is used for sealing from now on */
  addSealingKey(): string {
    const { newerKeys = [] } = this.#kept;
    if (newerKeys.length + 1 >= maxSealingKeys) {
      throw new ServiceError('CONFLICT', `there are ${maxSealingKeys} sealing keys already`);
    }
    const id = randomBytes(6).toString('base64url');
    this.#kept = this.#written({ ...this.#kept, newerKeys: [{ id, key: newKey() }, ...newerKeys] });
    return id;
  }

  /** A key must be on the disk before anything is sealed with it. */
  #written(kept: Kept): Kept {
    writePrivateFile(this.#file, `${JSON.stringify(kept)}\n`);
    return kept;
  }
}

/** Rotates the secrets of a data directory. */
export function rotationOn({ secrets }: { readonly secrets: StageSecrets }): SecretRotation {
  return {
    async rotate(name) {
      if (name === 'origin') throw new ServiceError('CONFLICT', 'this stack has no edge');
      return secrets.addSealingKey();
    },
  };
}

function newKey(): string {
  return randomBytes(32).toString('base64');
}
