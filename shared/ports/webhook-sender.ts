/** One request to an endpoint. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The text whose bytes are signed. */
  readonly body: string;
  /** Milliseconds for the whole request, from resolving the name to the end of the answer. Defaults to ten seconds. */
  readonly timeoutMs?: number;
}

/** The result of a request. Any 2xx is success, anything else is not (specification, Retries). */
export type WebhookAnswer =
  | { readonly accepted: true; readonly status: number }
  | {
      readonly accepted: false;
      /** Absent if no answer arrived. */
      readonly status?: number;
      /**
       * The beginning of the answer's body as text, or why there is none. Printable, from at most 4 KB of the body, or
       * 1 KB of a compressed one.
       */
      readonly error: string;
    };

/** The only way to send a request to an integrator's server. */
export interface WebhookSender {
  /**
   * Finds the fault of a URL, as far as its text shows one. The addresses behind a name are checked when connecting.
   * @returns undefined for a URL that may be tried
   */
  faultOf(url: string): string | undefined;
  /**
   * Redirects are not followed.
   * @throws Error if this process has no room for a connection, but never because of what the receiver does
   */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}
