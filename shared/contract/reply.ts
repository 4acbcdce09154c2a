/** A handler's answer, with the status as the literal that the declaration lists. */
export function reply<const Status extends number, Body>(status: Status, body: Body): { status: Status; body: Body } {
  return { status, body };
}
