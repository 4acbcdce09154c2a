import { sealingContext } from '../../shared/connections/sealing-context.ts';
import { seal, unseal } from '../../shared/ground/signatures/seal.ts';
import type { ConnectionSecrets, SealedFor } from '../../shared/ports/connections.ts';
import type { StageSecrets } from './stage-secrets.ts';

type Ring = Pick<StageSecrets, 'sealingKeys'>;

/** On one machine, the stack's own key ring seals credentials instead of KMS. */
export function ringCredentials(ring: Ring): ConnectionSecrets {
  return {
    open: async (sealed, sealedFor) => unseal(ring.sealingKeys, 'connection', sealed, boundTo(sealedFor)),
  };
}

export function sealWithRing({ sealingKeys }: Ring, text: string, sealedFor: SealedFor): string {
  return seal(sealingKeys, 'connection', text, boundTo(sealedFor));
}

function boundTo(sealedFor: SealedFor): string {
  return JSON.stringify(sealingContext(sealedFor));
}
