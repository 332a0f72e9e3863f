/**
 * How fast one browser, one person and one network may call a function; pure. A process counts what it sees itself: a flood that the
 * school's own limit lets through is answered by a few processes, and the first that notices has all others told (ADR 0085).
 */
interface Pace {
  /** Calls at once. */
  burst: number;
  /** Milliseconds after which one more may come. */
  interval: number;
}

/** A class that is pasted is a call a student; a sheet of a level asks for 200 pictures. */
const paces = {
  /** A session: one browser of one person; or a scan station. */
  device: { burst: 600, interval: 50 },
  /** All sessions of an account. */
  person: { burst: 900, interval: 40 },
  /** Calls without a session, of a school behind one address. */
  network: { burst: 600, interval: 50 },
} as const satisfies Record<string, Pace>;
type Kind = keyof typeof paces;

/** Milliseconds for which a browser that was too fast is refused, by every function. */
export const slowedFor = 10_000;

/** More than a school has browsers: those that have been quiet are forgotten then. */
const mostRemembered = 10_000;

export class RateLimiter {
  /** When all that was used up will be given back, in milliseconds since 1970; by kind and name. */
  readonly #used = new Map<string, number>();
  /** Tests and measurements ask in a minute what a school asks in a day; the test of this sees a tenth of the calls at once. */
  readonly #share = { off: 0, tenth: 0.1 }[process.env.CALL_PACE ?? ''] ?? 1;

  /** Takes one call from each, or nothing where one of them has none left. */
  admits(callers: Partial<Record<Kind, string>>, now: number): boolean {
    if (this.#share === 0) return true;
    const taken = (Object.entries(callers) as [Kind, string][]).map(([kind, name]) => this.#take(kind, name, now));
    if (taken.some((one) => one === null)) return false;
    if (this.#used.size > mostRemembered) this.#forgetQuiet(now);
    for (const one of taken) if (one) this.#used.set(one.key, one.until);
    return true;
  }

  /** How many browsers, people and networks it has in memory. */
  get remembered(): number {
    return this.#used.size;
  }

  #take(kind: Kind, name: string, now: number): { key: string; until: number } | null {
    const key = `${kind} ${name}`;
    const { burst, interval } = paces[kind];
    const whole = burst * this.#share * interval;
    const used = this.#used.get(key) ?? 0;
    // Never further ahead than all of it: a clock that was wrong for a moment refuses nobody for long.
    if (used > now + whole) this.#used.set(key, now + whole);
    const from = Math.max(used, now);
    return from + interval > now + whole ? null : { key, until: from + interval };
  }

  #forgetQuiet(now: number): void {
    for (const [key, until] of this.#used) if (until <= now) this.#used.delete(key);
  }
}
