import type { Organization } from '../../identity/organization.ts';
import type { Frame } from '../../pages/frame.ts';
import { chooseWords, type LanguageRequest } from '../../pages/words.ts';
import type { ClaimText } from './texts/en.ts';
import { textsOf } from './texts.ts';

/** The frame of a page that shows who pays. */
export type ClaimFrame = Frame<ClaimText> & { readonly organization: string; readonly path: string };
export type ClaimWords = ClaimFrame['words'];

/** The parts of a page's request that determine its language and whose name it shows. */
export interface ClaimPageRequest extends LanguageRequest {
  readonly organization: Pick<Organization, 'name' | 'mode'>;
  /** Path of the link's page. */
  readonly path: string;
  /** Parameters that links to other languages preserve. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export function frameOf({ organization, path, parameters, ...request }: ClaimPageRequest): ClaimFrame {
  return {
    ...chooseWords(textsOf, request),
    organization: organization.name,
    livemode: organization.mode === 'live',
    path,
    ...(parameters && { parameters }),
  };
}
