import { sha256Hex } from '../ground/signatures/canonical.ts';
import type { SealedFor } from '../ports/connections.ts';

/**
 * The encryption context of a connection's credentials (KMS), and the associated data of the ring on one machine. It is no secret: KMS and
 * its log show it. Settings are in it as a SHA-256, because the context has a limit.
 */
export function sealingContext({ connectionId, provider, port, mode, settings }: SealedFor): Record<string, string> {
  return { connection: connectionId, provider, port, mode, settings: sha256Hex(settings) };
}
