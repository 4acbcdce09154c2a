/** The body of a request as a server or a framework hands it over. A `Blob` and a `Request` have `arrayBuffer`. */
export type ReceivedBody =
  | string
  | ArrayBufferView
  | ArrayBufferLike
  | { readonly arrayBuffer: () => Promise<ArrayBufferLike> };
