import type { Challenge } from '../ground/signatures/challenge.ts';

/**
 * Ends a request early: it has no signature, and this is the payload to sign. Nothing ran, and this is not a failure.
 */
export class ChallengeIssued extends Error {
  override readonly name = 'ChallengeIssued';
  readonly challenge: Challenge;

  constructor(challenge: Challenge) {
    super('sign payloadToSign and send the request again');
    this.challenge = challenge;
  }
}
