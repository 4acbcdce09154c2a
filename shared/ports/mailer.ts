/** A plain-text mail to one person. */
export interface Mail {
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
}

/**
 * Sends mail. When it resolves, the provider has accepted the mail, but may not have delivered it. The provider handles
 * bounces.
 */
export interface Mailer {
  /**
   * @param key identical for repetitions of a mail to a person, so that an adapter that supports it does not send the
   * mail twice; usable as a file name, and reveals nothing about the person
   */
  send(mail: Mail, key: string): Promise<void>;
  /**
   * Whether a failure of `send` concerns every mail, like an outage or a used-up quota. Any other failure means that
   * the provider refuses this mail to this person. Without this method, no failure concerns every mail.
   */
  concernsEveryMail?(failure: unknown): boolean;
}
