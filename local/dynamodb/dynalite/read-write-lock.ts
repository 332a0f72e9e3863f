/** Lets many callers through together, or one alone. First come, first served. */
export class ReadWriteLock {
  /** Settles when everybody who must be waited for by a shared caller has left. */
  #lastExclusive: Promise<unknown> = Promise.resolve();
  #shared = new Set<Promise<unknown>>();

  shared<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = this.#lastExclusive.then(work);
    this.#shared.add(running);
    const leave = () => this.#shared.delete(running);
    running.then(leave, leave);
    return running;
  }

  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = Promise.allSettled([this.#lastExclusive, ...this.#shared]);
    const running = before.then(work);
    this.#lastExclusive = running.catch(() => {});
    return running;
  }
}
