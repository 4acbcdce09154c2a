import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { docsPrefix } from '../../shared/contract/site.ts';
import { hashOf, noIcon, policyOf } from './template.ts';

const run = promisify(execFile);
export const referencePath = `${docsPrefix}/reference`;
const require = createRequire(import.meta.url);

/** Redoc's own logo, which it would load from its makers' host. Without it the line has its text alone. */
const logos = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;

/** A page that is whole: Redoc and the description stand in it. */
export interface Reference {
  readonly html: string;
  readonly policy: string;
}

/**
 * Renders the API's description by Redoc.
 * @param description path of the OpenAPI document
 * @param folder where the page may be left
 */
export async function renderReference(description: string, folder: string): Promise<Reference> {
  const output = join(folder, 'reference.html');
  const redocly = join(require.resolve('@redocly/cli/package.json'), '../bin/cli.js');
  const words = ['build-docs', description, '--inlineBundle', '--title', 'API reference', '--output', output];
  // It would send its makers what was run, and ask them for a newer version.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  await run(process.execPath, [redocly, ...words, '--openapi.disableTelemetry=true'], { env });
  return enclose(readFileSync(output, 'utf8'));
}

/**
 * Redoc writes links as paths of the host and follows them by itself, in the fragment. In another tab nobody does that, so each
 * link is given the address at which the page shows it.
 */
const wholeLinks = `
const own = '${referencePath}#';
const complete = () => {
  for (const link of document.querySelectorAll('a[href^="/"]:not([href^="/docs"])')) {
    link.setAttribute('href', own + link.getAttribute('href'));
  }
};
new MutationObserver(complete).observe(document, { subtree: true, childList: true, attributeFilter: ['href'] });
complete();`;

/** Leaves nothing in the page that asks another host for something, and names its scripts. */
function enclose(rendered: string): Reference {
  if (rendered.match(logos)?.length !== 2) throw new Error('Redoc loads its logo otherwise than it did.');
  const back = '<a href="/docs">Documentation</a>';
  const html = rendered
    .replace(logos, 'data:,')
    .replace('</title>', `</title>\n${noIcon}`)
    .replace(/<body([^>]*)>/, `<body$1>\n<p style="margin:0;padding:.5rem 1rem;font:1rem system-ui">${back}</p>`)
    .replace('</title>', `</title>\n<script>${wholeLinks}</script>`);
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => hashOf(text));
  return {
    html,
    policy: policyOf({
      'script-src': scripts,
      // Redoc writes its styles as it runs and as attributes, which no hash can name (ADR 53).
      'style-src': ["'unsafe-inline'"],
      'img-src': ['data:'],
      'font-src': ['data:'],
      'connect-src': ["'none'"],
    }),
  };
}
