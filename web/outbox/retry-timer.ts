import type { Pause } from './outcome.ts';

/** Milliseconds. */
const shortest = 1_000;
const longest = 30_000;

/** Tries again after a pause, a longer one each time, and never at the moment when everybody else does. */
export class RetryTimer {
  readonly #act: () => void;
  #wait = shortest;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause: Pause | undefined;

  constructor(act: () => void) {
    this.#act = act;
  }

  /** What the server asked for, while it is not over. */
  get pause(): Pause | undefined {
    return this.#pause;
  }

  /** @param pause that the server asked for: nothing is tried before it is over */
  start(pause?: Pause): void {
    if (pause) this.#hold(pause);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(this.#act, this.#wait * (0.5 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, longest);
  }

  /** A moment more than was asked for, for others were asked too. */
  #hold(pause: Pause): void {
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

  /** It went well: the next pause is a short one. */
  forget(): void {
    this.#wait = shortest;
  }
}
