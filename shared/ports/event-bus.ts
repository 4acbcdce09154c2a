/** An event as in the feed. */
export interface PublishedEvent {
  readonly organizationId: string;
  readonly sequence: number;
  readonly type: string;
  readonly createdAt: string;
  readonly livemode: boolean;
  readonly payoutId?: string | undefined;
  readonly batchId?: string | undefined;
  /** JSON text. */
  readonly data: string;
}

/** Publishes the feed to other systems of the AWS account: at least once, and in order unless an attempt failed. */
export interface EventBus {
  /**
   * @param events of one organization, in the order of its feed; any number
   * @returns how many of them the bus has accepted, counted from the first
   */
  publish(events: readonly PublishedEvent[]): Promise<number>;
}
