/** A time, rounded to the minute, in UTC. */
export function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
