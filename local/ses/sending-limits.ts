/** What SES grants an account: recipients a second and in 24 hours. Nothing is limited where nothing is said. */
export class SendingLimits {
  readonly #perSecond: number;
  readonly #perDay: number;
  #sent: number[] = [];

  constructor({
    perSecond = Number.POSITIVE_INFINITY,
    perDay = Number.POSITIVE_INFINITY,
  }: { perSecond?: number; perDay?: number }) {
    this.#perSecond = perSecond;
    this.#perDay = perDay;
  }

  /** Counts recipients. @returns SES's words where they are too many */
  take(recipients: number): string | undefined {
    const now = Date.now();
    this.#sent = this.#sent.filter((at) => now - at < 86_400_000);
    if (this.#sent.length + recipients > this.#perDay) return 'Daily message quota exceeded.';
    if (this.#sent.filter((at) => now - at < 1000).length + recipients > this.#perSecond)
      return 'Maximum sending rate exceeded.';
    this.#sent.push(...Array.from({ length: recipients }, () => now));
    return undefined;
  }
}
