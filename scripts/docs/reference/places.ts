import { docsPrefix } from '../../../shared/contract/site.ts';

export const referencePath = `${docsPrefix}/reference`;

/** `api-keys`: API keys. */
export function titleOfTag(tag: string): string {
  const words = tag.replaceAll('-', ' ').replace(/^api /, 'API ');
  return words.replace(/^./, (letter) => letter.toUpperCase());
}
