/** One request to an endpoint. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that are signed. */
  readonly body: string;
  /** Milliseconds for all of it, from the name's resolution to the answer's end; ten seconds unless said. */
  readonly timeoutMs?: number;
}

/** What came of it. Any 2xx is success, anything else is not (specification, Retries). */
export type WebhookAnswer =
  | { readonly accepted: true; readonly status: number }
  | {
      readonly accepted: false;
      /** Absent when no answer came. */
      readonly status?: number;
      /** The beginning of the answer's body, or why there was none; printable, from 4 KB at most. */
      readonly error: string;
    };

/** The only way to an integrator's server. */
export interface WebhookSender {
  /**
   * What is wrong with an address, as far as its text tells: where a name leads is seen when it is connected to.
   * @returns undefined for an address that may be tried
   */
  faultOf(url: string): string | undefined;
  /**
   * Redirects are not followed.
   * @throws Error where this process has no room for a connection; never for what the other side does
   */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}
