import { performed } from './operations.ts';
import type { TestService } from './service.ts';

/**
 * What `check` finds in all of an organization's books. It answers page by page: the first page is about the ledger alone.
 * @param between what happens between two pages
 */
export async function findingsOf(
  service: TestService,
  { organizationId }: { readonly organizationId: string },
  between?: () => Promise<unknown>,
): Promise<string[]> {
  const found: string[] = [];
  for (let input: object = { organizationId }; ; ) {
    const page = await performed(service, 'check', input);
    found.push(...page.findings);
    if (!page.progress) return found;
    await between?.();
    input = { organizationId, progress: page.progress };
  }
}
