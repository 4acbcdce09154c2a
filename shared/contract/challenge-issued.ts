import type { Challenge } from '../ground/signatures/challenge.ts';

/** Ends a request early: it came unsigned, and this is what to sign. Nothing ran; not a failure. */
export class ChallengeIssued extends Error {
  override readonly name = 'ChallengeIssued';
  readonly challenge: Challenge;

  constructor(challenge: Challenge) {
    super('sign payloadToSign and send the request again');
    this.challenge = challenge;
  }
}
