/** A letter to one person; plain text. */
export interface Mail {
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
}

/** Sends mail. Taken over is not delivered: bounces are the provider's business. */
export interface Mailer {
  /**
   * @param key the same for the same mail to the same person, so that an adapter that can tell does not send it twice; fit
   *   for a file's name, and says nothing of the person
   */
  send(mail: Mail, key: string): Promise<void>;
}
