/**
 * An outside system is down as a whole. That says nothing about the work that called it, so the work waits until the
 * outage ends.
 */
export class Outage extends Error {}
