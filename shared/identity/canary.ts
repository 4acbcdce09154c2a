/** The organization of the stage's canary. No customer can have this id, because customers get random ones. */
export const canaryOrganizationId = 'canary';
