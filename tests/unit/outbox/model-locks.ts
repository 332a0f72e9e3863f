/** The browser's locks over the tabs of a test: one holder at a time, the others in the order in which they asked. */
export class ModelLocks {
  #holders = new Map<string, string>();
  #queue: { tab: string; lock: string; start: () => void }[] = [];

  request({ tab, lock, act }: { tab: string; lock: string; act: () => Promise<void> }): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        act()
          .then(resolve, reject)
          .finally(() => this.#free(lock, tab));
      };
      this.#queue.push({ tab, lock, start });
      this.#next(lock);
    });
  }

  /** A closed tab holds nothing and waits for nothing. */
  release(tab: string): void {
    this.#queue = this.#queue.filter((entry) => entry.tab !== tab);
    for (const [lock, holder] of [...this.#holders]) if (holder === tab) this.#free(lock, tab);
  }

  #free(lock: string, tab: string): void {
    if (this.#holders.get(lock) !== tab) return;
    this.#holders.delete(lock);
    this.#next(lock);
  }

  #next(lock: string): void {
    if (this.#holders.has(lock)) return;
    const index = this.#queue.findIndex((entry) => entry.lock === lock);
    const [next] = index < 0 ? [] : this.#queue.splice(index, 1);
    if (!next) return;
    this.#holders.set(lock, next.tab);
    next.start();
  }
}
