/** Milliseconds. */
const shortest = 1_000;
const longest = 30_000;

/** Tries again after a pause, a longer one each time, and never at the moment when everybody else does. */
export class RetryTimer {
  readonly #act: () => void;
  #pause = shortest;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;

  constructor(act: () => void) {
    this.#act = act;
  }

  /** The server asked for a pause, which is not over. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** @param seconds that the server asked for: nothing is tried before they are over */
  start(seconds?: number): void {
    if (seconds !== undefined) this.#hold(seconds);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(this.#act, this.#pause * (0.5 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, longest);
  }

  /** A moment more than was asked for, for others were asked too. */
  #hold(seconds: number): void {
    if (this.#isHeld) return;
    this.stop();
    this.#isHeld = true;
    const act = () => {
      this.stop();
      this.#act();
    };
    this.#timer = setTimeout(act, (seconds + Math.random()) * 1000);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isHeld = false;
  }

  /** It went well: the next pause is a short one. */
  forget(): void {
    this.#pause = shortest;
  }
}
