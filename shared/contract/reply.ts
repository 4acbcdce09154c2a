/** A handler's answer, with its status as the literal type that the declaration lists. */
export function reply<const Status extends number, Body>(status: Status, body: Body): { status: Status; body: Body } {
  return { status, body };
}
