import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { pseudonym, type SealingKeys } from '../../ground/signatures/seal.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { PayoutLink } from '../links/payout-link.ts';

/**
 * Failed submissions per hour, because of faults or because nothing could be paid. A person corrects a few typing
 * errors. An attacker who probes names or accounts needs many attempts, either on one link, or on many from one
 * network, which several people may share.
 */
export const failureBound = { ofLink: 20, ofNetwork: 30 };

const hourMs = 60 * 60 * 1000;

/** How long a refused visitor is told to wait. By then the oldest failures count less. */
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
 * Reads how often claims have failed, before a claim is examined. Failures of the previous hour count by the fraction
 * of it that is within the last sixty minutes.
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

/** Counts a failed claim. */
export async function countFailure({ store, clock, secrets }: Bounding, claim: CountedClaim): Promise<void> {
  const hour = Math.floor(clock() / hourMs);
  const ttl = ttlSeconds((hour + 3) * hourMs);
  const subjects = subjectsOf(await secrets.sealingKeys(), claim);
  await Promise.all(
    subjects.map(({ subject }) =>
      store.update(
        refTo(ClaimFailuresEntity, { subject, hour }),
        updateOf<ClaimFailures>({ add: { failed: 1 }, set: { subject, hour, ttl } }),
      ),
    ),
  );
}

/**
 * A network is counted across all organizations, because links cost an attacker nothing. Its row does not reveal the
 * network: there are so few IPv4 networks that a plain hash could be reversed.
 */
function subjectsOf(keys: SealingKeys, { link, sourceNetwork }: CountedClaim) {
  const network = pseudonym(keys, 'claim-network', sourceNetwork);
  return [
    { subject: `link:${link.organizationId}:${link.payoutLinkId}`, limit: failureBound.ofLink },
    { subject: `network:${network}`, limit: failureBound.ofNetwork },
  ];
}
