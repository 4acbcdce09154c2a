/** A plain-text mail to one person. */
export interface Mail {
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
}

/**
 * Sends mail. When it resolves, the provider has accepted the mail, but need not have delivered it; bounces are left to
 * the provider.
 */
export interface Mailer {
  /**
   * @param key the same for the same mail to the same person, so that an adapter that can recognize it does not send
   *   the mail twice; usable as a file name, and says nothing about the person
   */
  send(mail: Mail, key: string): Promise<void>;
  /**
   * Whether a failure of `send` concerns every mail, as an outage or a spent quota does. Any other failure means that the
   * provider refuses this mail to this person. Without this method none does.
   */
  concernsEveryMail?(failure: unknown): boolean;
}
