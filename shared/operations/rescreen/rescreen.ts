import * as z from 'zod';
import { type Recipient, RecipientEntity } from '../../corridors/recipients/recipient.ts';
import { screenNames, subjectOf } from '../../corridors/recipients/screen-names.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { type Organization, OrganizationEntity } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { ScreeningUnavailable } from '../../ports/screening.ts';
import type { AuditAs } from '../audit-each.ts';
import { blockRecipient } from './block-recipient.ts';

/** The progress of a run: the last table item that it examined, and its counts. */
export const RescreenProgress = z.strictObject({
  after: z.strictObject({ pk: z.string().max(2_048), sk: z.string().max(1_024) }),
  screened: z.int().min(0),
  blocked: z.int().min(0),
});

export type RescreenProgress = z.output<typeof RescreenProgress>;

export interface RescreenAnswer {
  /** What was blocked, and what a person must look into. */
  readonly findings: readonly string[];
  readonly screened: number;
  readonly blocked: number;
  /** Absent once every recipient has been screened. */
  readonly progress?: RescreenProgress;
}

/** A part of a run examines this many table items, and ends earlier once it has screened this many recipients. */
const itemsInPage = 500;
const pagesInPart = 40;
const recipientsInPart = 100;

/** A call of a run, and how its blocks are audited. */
export interface RescreenCall {
  readonly runtime: Runtime<'rescreening'>;
  readonly auditAs: AuditAs;
}

/**
 * Does the next part of a run: screens the unblocked live recipients among the next table items, and blocks those that
 * are refused (docs/adr/0094). Includes retired recipients, because a payout to one may still be waiting for its rail.
 * Sandbox recipients are skipped, because they are never paid.
 * @throws ServiceError PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE while the list cannot be read; the same part can be repeated
 */
export async function continueRescreening(
  { runtime, auditAs }: RescreenCall,
  progress: Partial<RescreenProgress> = {},
): Promise<RescreenAnswer> {
  let { after, screened = 0, blocked = 0 } = progress;
  const findings: string[] = [];
  const screenedBefore = screened;
  for (let page = 0; page < pagesInPart && screened - screenedBefore < recipientsInPart; page += 1) {
    const { items, examinedTo } = await runtime.store.scan(RecipientEntity, { after, limit: itemsInPage });
    for (const recipient of await liveAndUnblocked(runtime, items)) {
      const finding = await rescreenRecipient({ runtime, auditAs }, recipient);
      screened += 1;
      if (finding?.isBlocked) blocked += 1;
      if (finding) findings.push(`${recipient.organizationId}: ${recipient.recipientId} ${finding.text}`);
    }
    if (!examinedTo) return { findings, screened, blocked };
    after = examinedTo;
  }
  return { findings, screened, blocked, ...(after && { progress: { after, screened, blocked } }) };
}

async function liveAndUnblocked({ store }: Runtime, recipients: readonly Recipient[]): Promise<readonly Recipient[]> {
  const unblocked = recipients.filter(({ status }) => status === 'active' || status === 'retired');
  const organizationIds = [...new Set(unblocked.map(({ organizationId }) => organizationId))];
  const organizations: Organization[] = [];
  for (let start = 0; start < organizationIds.length; start += 100) {
    const keys = organizationIds.slice(start, start + 100).map((organizationId) => ({ organizationId }));
    organizations.push(...(await store.getMany(OrganizationEntity, keys)));
  }
  const live = new Set(organizations.filter(({ mode }) => mode === 'live').map(({ organizationId }) => organizationId));
  return unblocked.filter(({ organizationId }) => live.has(organizationId));
}

interface Finding {
  readonly text: string;
  readonly isBlocked?: true;
}

async function rescreenRecipient(
  { runtime, auditAs }: RescreenCall,
  recipient: Recipient,
): Promise<Finding | undefined> {
  const name = JSON.stringify(recipient.name);
  const verdict = await verdictOn(runtime, recipient);
  if (verdict === 'clear') return undefined;
  if (verdict === 'not-comparable') return { text: `${name} cannot be compared with the list: look at it` };
  const isBlocked = await blockRecipient(runtime, recipient, auditAs(recipient.organizationId));
  return isBlocked ? { text: `${name} is blocked`, isBlocked } : { text: `${name} was changed meanwhile: run again` };
}

async function verdictOn({ rails, log }: Runtime<'rescreening'>, recipient: Recipient) {
  try {
    const screening = rails('live')?.screening;
    if (!screening) throw new ScreeningUnavailable('the stage has no live rail, but live recipients');
    return await screenNames(screening, subjectOf(recipient));
  } catch (error) {
    if (error instanceof ServiceError && error.type === 'VALIDATION_ERROR') return 'not-comparable';
    if (!(error instanceof ScreeningUnavailable)) throw error;
    log.error(error.message, error);
    throw new ServiceError(
      'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE',
      'the screening list cannot be read; the log says why',
      {
        cause: error,
        resolution: 'What was screened before stays screened. Fix the list, then go on from where it stopped.',
      },
    );
  }
}
