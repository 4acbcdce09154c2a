const hourMs = 60 * 60 * 1000;

/** @throws Error during the first hour after something was asked, milliseconds */
export function refuseForAnHour(askedAt: number, now: number): void {
  if (now < askedAt + hourMs) throw new Error('the sandbox does not answer for an hour');
}
