import type { Organization } from '../../identity/organization.ts';
import type { Frame } from '../../pages/frame.ts';
import { chooseWords, type LanguageRequest } from '../../pages/words.ts';
import type { ClaimText } from './texts/en.ts';
import { textsOf } from './texts.ts';

/** The frame of a page that says who pays. */
export type ClaimFrame = Frame<ClaimText> & { readonly organization: string; readonly path: string };
export type ClaimWords = ClaimFrame['words'];

/** What of a page's request decides its language and whose name it has. */
export interface ClaimPageRequest extends LanguageRequest {
  readonly organization: Pick<Organization, 'name' | 'mode'>;
  /** Path of the link's page. */
  readonly path: string;
  /** What the page's other languages keep. */
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
