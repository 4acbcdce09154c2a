import type { Screening, ScreeningSubject } from '../../ports/screening.ts';
import type { Recipient } from './recipient.ts';

/** A payee with both names. */
export interface NamedSubject extends ScreeningSubject {
  /** The name that is sent to the rail. */
  readonly railName: string;
}

/** What screening learns about a registered payee. */
export function subjectOf({ name, railName = name, country, methods, cleared }: Recipient): NamedSubject {
  const { kind, corridorId = '', recipientDetails = {} } = methods[0] ?? {};
  const { address } = recipientDetails;
  return {
    name,
    railName,
    ...(country && { country }),
    corridorId,
    recipientDetails,
    cleared,
    ...(kind === 'crypto' && { walletAddress: address }),
  };
}

/**
 * Screens a payee. If the rail gets the name in another form, both names are screened.
 * @throws ScreeningUnavailable, and what the screening refuses to compare
 */
export async function screenNames(
  screening: Screening,
  { railName, ...subject }: NamedSubject,
): Promise<'clear' | 'refused'> {
  for (const name of new Set([subject.name, railName])) {
    if ((await screening.screen({ ...subject, name })) === 'refused') return 'refused';
  }
  return 'clear';
}
