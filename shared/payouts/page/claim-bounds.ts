import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { pseudonym, type SealingKeys } from '../../ground/signatures/seal.ts';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { PayoutLink } from '../links/payout-link.ts';

/**
 * Submissions that fail in an hour, with faults or because nothing could be paid. A person corrects a typing error a few times. Whoever tries
 * names or accounts to learn which are taken needs many tries: on one link, or on many from one network, behind which there may be
 * several people.
 */
export const failureBound = { ofLink: 20, ofNetwork: 30 };

const hourMs = 60 * 60 * 1000;

/** What whoever is refused is told to wait: by then the oldest failures count less. */
const retryAfterSeconds = 10 * 60;

/** Failures of one subject in one hour. */
const ClaimFailuresEntity = new Entity({
  name: 'payoutLinkFailures',
  table,
  timestamps: false,
  schema: item({ subject: string().key(), hour: number().key(), failed: number(), ttl: number() }),
  computeKey: ({ subject, hour }: { subject: string; hour: number }) => ({
    pk: `PAYOUT_LINK_FAILURES#${subject}`,
    sk: `${hour}`,
  }),
});

type ClaimFailures = FormattedItem<typeof ClaimFailuresEntity>;

/** Where a failure is counted. */
export interface CountedClaim {
  readonly link: Pick<PayoutLink, 'organizationId' | 'payoutLinkId'>;
  /** As `networkOf` writes it. */
  readonly sourceNetwork: string;
}

type Bounding = Pick<Runtime<'sealing'>, 'store' | 'clock' | 'secrets'>;

/**
 * Reads how often claims have failed, before one is looked at. Failures of the hour before count by the part of it that the last
 * sixty minutes hold.
 * @throws ServiceError RATE_LIMITED
 */
export async function refuseBeyondBound({ store, clock, secrets }: Bounding, claim: CountedClaim): Promise<void> {
  const now = clock();
  const hour = Math.floor(now / hourMs);
  const subjects = subjectsOf(await secrets.sealingKeys(), claim);
  const keys = subjects.flatMap(({ subject }) => [
    { subject, hour },
    { subject, hour: hour - 1 },
  ]);
  const rows = await store.getMany(ClaimFailuresEntity, keys);
  const left = 1 - (now % hourMs) / hourMs;
  for (const { subject, limit } of subjects) {
    const own = rows.filter((row) => row.subject === subject);
    const failed = own.reduce((sum, row) => sum + row.failed * (row.hour === hour ? 1 : left), 0);
    if (failed < limit) continue;
    throw new ServiceError('RATE_LIMITED', 'too many claims have failed', { retryAfterSeconds });
  }
}

/** Counts a claim that has failed. */
export async function countFailure({ store, clock, secrets }: Bounding, claim: CountedClaim): Promise<void> {
  const hour = Math.floor(clock() / hourMs);
  const ttl = ttlSeconds((hour + 3) * hourMs);
  const subjects = subjectsOf(await secrets.sealingKeys(), claim);
  await Promise.all(
    subjects.map(({ subject }) =>
      store.update(
        read(ClaimFailuresEntity, { subject, hour }),
        updateOf<ClaimFailures>({ add: { failed: 1 }, set: { subject, hour, ttl } }),
      ),
    ),
  );
}

/**
 * A network is counted over all organizations, because a link costs whoever guesses nothing. Its row does not tell which it is: IPv4 has so
 * few that a plain hash would.
 */
function subjectsOf(keys: SealingKeys, { link, sourceNetwork }: CountedClaim) {
  const network = pseudonym(keys, 'claim-network', sourceNetwork);
  return [
    { subject: `link:${link.organizationId}:${link.payoutLinkId}`, limit: failureBound.ofLink },
    { subject: `network:${network}`, limit: failureBound.ofNetwork },
  ];
}
