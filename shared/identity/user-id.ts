/**
 * A user id: the subject reported by the identity provider, in characters that a path accepts. A colon could make it
 * look like a platform operator (`operator:…`), and a path segment of only one or two dots means another path.
 */
export const userIdPattern = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,128}$/;
