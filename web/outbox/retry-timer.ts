import type { SendingPause } from './save-failure.ts';

/** Milliseconds. */
const shortest = 1_000;
const longest = 30_000;

/** Retries with exponential backoff and jitter. */
export class RetryTimer {
  readonly #act: () => void;
  #wait = shortest;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause: SendingPause | undefined;

  constructor(act: () => void) {
    this.#act = act;
  }

  /** The pause that the server asked for, until it ends. */
  get pause(): SendingPause | undefined {
    return this.#pause;
  }

  /** @param pause that the server asked for: nothing is sent until it ends */
  start(pause?: SendingPause): void {
    if (pause) this.#hold(pause);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(this.#act, this.#wait * (0.5 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, longest);
  }

  /** Up to a second longer than asked, so that clients do not retry together. */
  #hold(pause: SendingPause): void {
    if (this.#pause) return;
    this.stop();
    this.#pause = pause;
    const act = () => {
      this.stop();
      this.#act();
    };
    this.#timer = setTimeout(act, (pause.seconds + Math.random()) * 1000);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pause = undefined;
  }

  /** Resets the backoff after a success. */
  reset(): void {
    this.#wait = shortest;
  }
}
