/**
 * Why a request could not be made or was not answered, in words for people: integrators read them in webhook
 * deliveries, and operators in failures of a chain's nodes.
 */
export class SendError extends Error {
  override readonly name = 'SendError';
}

const connectionErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed before an answer',
  EPIPE: 'the connection was closed before an answer',
  ETIMEDOUT: 'the host cannot be reached',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  EADDRNOTAVAIL: 'the host cannot be reached',
  EACCES: 'the host cannot be reached',
};

const certificateErrors: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it is revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known',
  UNABLE_TO_GET_ISSUER_CERT: 'its authority is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its chain is incomplete',
};

/** Describes a failure without Node's own message, which contains resolved addresses. */
export function describeFailure(error: unknown): string {
  if (error instanceof SendError) return error.message;
  const code = codeOf(error) ?? '';
  const certificate = certificateErrors[code];
  if (certificate) return `the certificate is not valid: ${certificate}`;
  if (/^(ERR_TLS_)?CERT_|^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)$/.test(code))
    return 'the certificate is not valid';
  if (/^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) return 'no TLS connection could be made';
  return connectionErrors[code] ?? 'the request failed';
}

/** Whether this process has no room for another connection, which says nothing about the receiver. */
export function isOwnFault(error: unknown): boolean {
  return ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'].includes(codeOf(error) ?? '');
}

/** Node's stable code of an error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
