import type { Organization } from '../../identity/organization.ts';
import type { CardAcquirer } from '../../ports/card-acquirer.ts';
import type { Mode, Runtime } from '../../ports/runtime.ts';

/** The parts of the environment that links depend on. */
export interface LinkStage {
  /** Undefined if pages have no public host. */
  readonly pagesUrl: string | undefined;
  /** Undefined if cards are not set up. */
  readonly acquirer: Pick<CardAcquirer, 'range'> | undefined;
}

export function stageOf(
  { pagesUrl, rails }: Runtime<'pages' | 'cardRanges'>,
  { mode }: Pick<Organization, 'mode'>,
): LinkStage {
  return { pagesUrl, acquirer: rails(mode)?.acquirer };
}

/** @throws Error if the mode has no acquirer, although an earlier call was made to one */
export function acquirerOf({ rails }: Runtime<'cards'>, mode: Mode): CardAcquirer {
  const acquirer = rails(mode)?.acquirer;
  if (!acquirer) throw new Error(`card payments are not set up for ${mode}`);
  return acquirer;
}
