import { createHash } from 'node:crypto';
import type { ContentSources } from '../contract/page-rules.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** What hosted pages load: nothing but their own inline style and script. */
export const content = {
  'style-src': [hashOf(style)],
  'script-src': [hashOf(script)],
} as const satisfies ContentSources;

function hashOf(text: string): `'sha256-${string}'` {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
