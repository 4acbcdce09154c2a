/**
 * Takes the place of `@aws-sdk/credential-provider-node` in bundles (`lib/build-functions.ts`). Lambda hands a function its
 * role's credentials by environment and never changes them there, so the SDK's search through profiles, sign-in caches,
 * processes and metadata services, with the clients of four more AWS services, would never get to run.
 *
 * @throws Error where the environment holds none
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
