/**
 * Replaces `@aws-sdk/credential-provider-node` in bundles (`lib/build-functions.ts`). Lambda passes the credentials of
 * a function's role in environment variables and never changes them there, so the SDK would never need its search
 * through profiles, sign-in caches, processes and metadata services, nor the clients of four more AWS services that the
 * search uses.
 *
 * @throws Error when the environment holds no credentials
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) throw new Error('the environment holds no credentials of a role');
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};
