import type { SpecificationRow } from './specification-rows.ts';

/** A statement, or words of one, that the service deliberately does not follow. Tests quote it and prove what it does instead. */
export interface Departure extends SpecificationRow {
  /** What the service does, to be read after the statement. */
  readonly instead: string;
  /** File of the decision, in `docs/adr`. */
  readonly decision: string;
}

const decision = '0177-departures-from-the-specification.md';

export const departures: readonly Departure[] = [
  {
    section: 'Endpoints > Get an indicative rate',
    text: 'Parameters are not validated server-side: a missing currency can give 500 `INTERNAL`, a non-numeric amount gives non-numeric amounts.',
    instead:
      'Parameters are validated: a missing currency or a non-numeric amount is a 400 `VALIDATION_ERROR` that names it.',
    decision,
  },
  {
    section: 'Endpoints > Publish a checkout link',
    text: 'or edit in flight',
    instead: 'An edit is one commit, so a publication that meets one takes its turn and publishes what the edit made.',
    decision,
  },
  {
    section: 'Events > Event types',
    text: 'A dispatcher runs every 15 seconds',
    instead: "Deliveries start from the table's stream as soon as an event is written, so none waits for a dispatcher.",
    decision,
  },
  {
    section: 'Errors',
    text: 'a spent payout link submitted again returns the original payout with `status: already_submitted`.',
    instead:
      'The browser that claimed a link is shown its payout again. Anyone else is refused with `PAYOUT_LINK_UNUSABLE`.',
    decision: '0111-a-spent-payout-link-is-unusable-to-others.md',
  },
];
