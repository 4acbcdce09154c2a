/**
 * The organization whose journal holds what operators decide about the stage itself, such as its connections. No customer can have this id,
 * because customers get random ones.
 */
export const stageOrganizationId = 'stage';
