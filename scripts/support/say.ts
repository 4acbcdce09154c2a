/** One line of progress, with the seconds since the start. */
export function say(line: string): void {
  console.log(`[${process.uptime().toFixed(1).padStart(6)} s] ${line}`);
}
