import type { Settings } from './settings.ts';

/** Where a heading of the runbook is: an address, if the settings say where the runbook is published. */
export function runbookPlace({ runbookUrl }: Pick<Settings, 'runbookUrl'>, heading: string): string {
  return runbookUrl ? `${runbookUrl}#${anchorOf(heading)}` : `docs/runbook.md, ${heading}`;
}

/** The anchors that GitHub and GitLab derive from headings: `The request log` -> `the-request-log`. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}
