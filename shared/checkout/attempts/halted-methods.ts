import type { Organization } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Link } from '../links/link.ts';
import { methodOf } from '../methods/methods.ts';

/** Returns the methods that are not halted at the moment. */
export async function notHalted(
  runtime: Pick<Runtime, 'store'>,
  methods: Link['methods'],
  organization: Pick<Organization, 'connections'>,
): Promise<Link['methods']> {
  const halted = await Promise.all(
    methods.map((method) => methodOf(method.kind)?.isHalted?.(runtime, organization, method as never)),
  );
  return methods.filter((_, index) => !halted[index]);
}
