/**
 * How fast a browser, a person and a network may call a function; pure. Each process counts its own requests: a flood
 * within the school's limit reaches few processes, and the first that notices informs the others through the session
 * (ADR 0085).
 */
interface Pace {
  /** Calls at once. */
  burst: number;
  /** Milliseconds after which one more may come. */
  interval: number;
}

/** Pasting a class is a call for each student; the sheet of a level loads 200 pictures. */
const paces = {
  /** A session: one browser of one person; or a scan station. */
  device: { burst: 600, interval: 50 },
  /** All sessions of an account. */
  person: { burst: 900, interval: 40 },
  /** A program with a key: ten pages a second, and twelve seconds' worth at once. */
  program: { burst: 120, interval: 100 },
  /** Calls without a session, of a school behind one address. */
  network: { burst: 600, interval: 50 },
} as const satisfies Record<string, Pace>;
type Kind = keyof typeof paces;

/** Milliseconds for which every function refuses a browser that was too fast. */
export const slowedMilliseconds = 10_000;

/** More than a school has browsers; beyond it, quiet ones are dropped. */
const mostRemembered = 10_000;

export class RateLimiter {
  /** When the full allowance will be restored, in milliseconds since 1970; by kind and name. */
  readonly #used = new Map<string, number>();
  /** Tests and measurements send a day's requests in a minute. */
  get #share(): number {
    return { off: 0, tenth: 0.1 }[process.env.CALL_PACE ?? ''] ?? 1;
  }

  /** Takes one call from each allowance, or none when one of them is used up. */
  admits(callers: Partial<Record<Kind, string>>, now: number): boolean {
    if (this.#share === 0) return true;
    const taken = (Object.entries(callers) as [Kind, string][]).map(([kind, name]) => this.#take(kind, name, now));
    if (taken.some((one) => one === null)) return false;
    if (this.#used.size > mostRemembered) this.#forgetQuiet(now);
    for (const one of taken) if (one) this.#used.set(one.key, one.until);
    return true;
  }

  /** Number of browsers, people and networks in memory. */
  get remembered(): number {
    return this.#used.size;
  }

  #take(kind: Kind, name: string, now: number): { key: string; until: number } | null {
    const key = `${kind} ${name}`;
    const { burst, interval } = paces[kind];
    const whole = burst * this.#share * interval;
    const used = this.#used.get(key) ?? 0;
    // At most the full allowance ahead, in case a clock was wrong.
    if (used > now + whole) this.#used.set(key, now + whole);
    const from = Math.max(used, now);
    return from + interval > now + whole ? null : { key, until: from + interval };
  }

  #forgetQuiet(now: number): void {
    for (const [key, until] of this.#used) if (until <= now) this.#used.delete(key);
  }
}
