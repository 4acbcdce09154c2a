/**
 * A user id: the subject that the identity provider names, in characters that a path takes. A colon could make it look
 * like a platform operator (`operator:…`), and a path with one or two points alone means another path.
 */
export const userIdPattern = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,128}$/;
