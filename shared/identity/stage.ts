/**
 * The organization whose journal holds operators' decisions about the stage itself, such as its connections. No
 * customer can have this id, because customers get random ones.
 */
export const stageOrganizationId = 'stage';
