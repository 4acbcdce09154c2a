import { sha256Hex } from '../ground/signatures/canonical.ts';
import type { SealedFor } from '../ports/connections.ts';

/**
 * The encryption context of a connection's credentials (KMS), and the associated data of the key ring on one machine.
 * It is not secret: KMS and its log show it. Settings are included as a SHA-256, because the size of the context is
 * limited.
 */
export function sealingContext({ connectionId, provider, port, mode, settings }: SealedFor): Record<string, string> {
  return { connection: connectionId, provider, port, mode, settings: sha256Hex(settings) };
}
