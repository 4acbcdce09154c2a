import { allOf, anyOf, atMost, equals, itemExists, notExists } from '../../../ground/table/conditions.ts';
import { absent, type UpdateExpression } from '../../../ground/table/expressions.ts';
import { ConditionFailed } from '../../../ground/table/refusals.ts';
import { updateOf } from '../../../ground/table/update-expression.ts';
import { checkIf, updateIf, type Write } from '../../../ground/table/writes.ts';
import { leaseMs } from '../../../journal/due/claim-work.ts';
import { transactWithRetry } from '../../../journal/due/transact-with-retry.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import { SignerEntity, type SignerKey, type SignerRow, signerHeldBy, signerRef } from './signer-row.ts';

export type ClaimRuntime = Pick<Runtime, 'clock' | 'ids' | 'sleep' | 'store'>;

/** Another worker has the signer, because this one took longer than its lease. Nothing was written. */
export class SignerLost extends Error {
  override readonly name = 'SignerLost';
}

/**
 * The right to sign for an account, which one worker has at a time. Every write is conditional on it, so a worker that
 * has lost it changes nothing, and it broadcasts only transactions that were stored before.
 */
export class SignerClaim {
  readonly #runtime: ClaimRuntime;
  readonly #token: string;
  #row: SignerRow;

  private constructor(runtime: ClaimRuntime, token: string, row: SignerRow) {
    this.#runtime = runtime;
    this.#token = token;
    this.#row = row;
  }

  /** @returns undefined if another worker has the signer */
  static async take(runtime: ClaimRuntime, key: SignerKey): Promise<SignerClaim | undefined> {
    const token = runtime.ids.token();
    const row = await claimRow(runtime, key, token);
    return row && new SignerClaim(runtime, token, row);
  }

  /** The signer after the writes of this worker. */
  get row(): SignerRow {
    return this.#row;
  }

  /**
   * Writes the given items, and the changes of the signer's own row.
   * @throws SignerLost
   */
  async write(writes: readonly Write[], next: Partial<Pick<SignerRow, 'nextNonce' | 'openFrom'>> = {}): Promise<void> {
    const wanted = signerRef(this.#row);
    const ofSigner =
      Object.keys(next).length > 0
        ? updateIf(wanted, updateOf<SignerRow>({ set: next }, equals({ claim: this.#token })))
        : checkIf(wanted, signerHeldBy(this.#token));
    if (!(await transactWithRetry(this.#runtime, [ofSigner, ...writes]))) throw new SignerLost('another worker signs');
    this.#row = { ...this.#row, ...next };
  }

  /** Lets the next worker sign at once. Otherwise it would have to wait for the end of the lease. */
  async end(): Promise<void> {
    const { store } = this.#runtime;
    const update = updateOf<SignerRow>({ remove: ['claim', 'claimedUntil'] }, equals({ claim: this.#token }));
    await store.update(signerRef(this.#row), update).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error;
    });
  }
}

async function claimRow(
  { clock, store }: ClaimRuntime,
  { chainId, account }: SignerKey,
  claim: string,
): Promise<SignerRow | undefined> {
  const now = clock();
  const claimedUntil = now + leaseMs;
  const wanted = signerRef({ chainId, account });
  try {
    return await store.update(wanted, claimUpdate(claim, now, claimedUntil));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // The SDK repeats an update whose answer was lost, and may then find our own claim.
    if (error.item) return error.item.claim === claim ? store.get(wanted) : undefined;
  }
  const row: SignerRow = { chainId, account, nextNonce: 0, openFrom: 0, claim, claimedUntil };
  try {
    await store.put(SignerEntity, row, absent);
    return row;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.item?.claim === claim ? row : undefined;
  }
}

function claimUpdate(claim: string, now: number, claimedUntil: number): UpdateExpression {
  const isFree = anyOf<SignerRow>(notExists('claim'), atMost({ claimedUntil: now }));
  return updateOf<SignerRow>({ set: { claim, claimedUntil } }, allOf(itemExists, isFree));
}
