/** Milliseconds. */
const shortest = 1_000;
const longest = 30_000;

/** Tries again after a pause, a longer one each time, and never at the moment when everybody else does. */
export class RetryTimer {
  readonly #act: () => void;
  #pause = shortest;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(act: () => void) {
    this.#act = act;
  }

  start(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(this.#act, this.#pause * (0.5 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, longest);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** It went well: the next pause is a short one. */
  forget(): void {
    this.#pause = shortest;
  }
}
