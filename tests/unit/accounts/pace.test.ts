import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeNetwork,
  judgeTry,
  knownBrowserRule,
  type NetworkUse,
  type PaceVerdict,
  type SignInTries,
  strangerRule,
} from '#functions/accounts/auth/sign-in/sign-in-pace.ts';

const second = 1000;
const minute = 60 * second;

/** The identity service's own rest, as its documentation tells it; times in milliseconds. */
class IdentityService {
  failures = 0;
  private lastTry = 0;
  private restUntil = 0;

  isRight(isRight: boolean, now: number): boolean {
    if (now - this.lastTry >= 15 * minute) this.failures = 0;
    if (now < this.restUntil) return false;
    this.lastTry = now;
    if (isRight) this.failures = 0;
    else this.failures += 1;
    this.restUntil = !isRight && this.failures >= 5 ? now + Math.min(2 ** (this.failures - 5), 900) * second : 0;
    return isRight;
  }
}

/** An account before the identity service: strangers, and the owner's known browser. */
class Door {
  readonly service = new IdentityService();
  private ofStrangers: SignInTries | undefined;
  private ofOwner: SignInTries | undefined;
  admitted: number[] = [];

  stranger(now: number): string {
    const verdict = judgeTry(strangerRule, this.ofStrangers, now);
    if (verdict.is !== 'admitted') return verdict.is;
    this.ofStrangers = verdict.next;
    this.admitted.push(now);
    this.service.isRight(false, now);
    return 'wrong';
  }

  owner(isRight: boolean, now: number): string {
    const verdict = judgeTry(knownBrowserRule, this.ofOwner, now);
    if (verdict.is !== 'admitted') return verdict.is;
    this.ofOwner = verdict.next;
    if (!this.service.isRight(isRight, now)) {
      if (this.ofStrangers) this.ofStrangers = { ...this.ofStrangers, lastAt: now };
      return 'wrong';
    }
    this.ofOwner = undefined;
    return 'in';
  }
}

const step = fc.record({
  /** Milliseconds since the step before: bursts, slow tries, and waits around what is counted in. */
  after: fc.oneof(
    fc.integer({ min: 0, max: 2 * second }),
    fc.integer({ min: 0, max: 3 * minute }),
    fc.integer({ min: 14 * minute, max: 18 * minute }),
  ),
  who: fc.constantFrom('stranger', 'stranger', 'stranger', 'stranger', 'owner is wrong'),
});

describe('tries of an account', () => {
  it('never let strangers make the identity service rest the account', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 17 * minute }), { maxLength: 400 }), (waits) => {
        const door = new Door();
        let now = 1_800_000_000_000;
        for (const wait of waits) {
          now += wait;
          door.stranger(now);
          expect(door.service.failures).toBeLessThan(5);
        }
        expect(door.owner(true, now)).toBe('in');
      }),
    );
  });

  it('let an owner who was wrong once or twice in at the second moment, whatever strangers do', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const door = new Door();
        let now = 1_800_000_000_000;
        let wrong = 0;
        for (const { after, who } of steps) {
          now += after;
          if (who === 'stranger') door.stranger(now);
          else if (wrong < 2) {
            wrong += 1;
            door.owner(false, now);
          } else {
            // 2^(4 + 2 - 5) seconds at most.
            now += 2 * second;
            expect(door.owner(true, now)).toBe('in');
            wrong = 0;
          }
        }
      }),
    );
  });

  it('are slowed, then refused, and forgotten after sixteen minutes without one', () => {
    const door = new Door();
    expect([0, 1, 2, 3].map((at) => door.stranger(at * second))).toEqual(['wrong', 'wrong', 'wrong', 'wait']);
    expect([9, 10, 11].map((at) => door.stranger(at * second))).toEqual(['wait', 'wrong', 'refused']);
    expect(door.stranger(10 * second + 16 * minute - 1)).toBe('refused');
    expect(door.stranger(10 * second + 16 * minute)).toBe('wrong');
  });
});

describe('wrong tries of a network', () => {
  it('are a hundred at once and twelve a minute from then on, however they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 8 * second }), { maxLength: 600 }), (waits) => {
        let now = 1_800_000_000_000;
        let used: NetworkUse | undefined;
        const admitted: number[] = [];
        for (const wait of waits) {
          now += wait;
          const verdict: PaceVerdict<NetworkUse> = judgeNetwork(used, now);
          if (verdict.is === 'admitted') {
            used = verdict.next;
            admitted.push(now);
          } else {
            expect(verdict.until).toBeGreaterThan(now);
            expect(judgeNetwork(used, verdict.until).is).toBe('admitted');
          }
        }
        admitted.forEach((at, index) => {
          const since = admitted.slice(0, index).filter((earlier) => earlier > at - 10 * minute);
          expect(since.length).toBeLessThan(100 + 120 + 1);
        });
      }),
    );
  });

  it('are let through for as long as the office lifts it, and begin full again', () => {
    const now = 1_800_000_000_000;
    let used: NetworkUse | undefined = { until: now, liftedUntil: now + minute };
    for (let index = 0; index < 100; index += 1) {
      const verdict: PaceVerdict<NetworkUse> = judgeNetwork(used, now);
      expect(verdict.is).toBe('admitted');
      if (verdict.is === 'admitted') used = verdict.next;
    }
    expect(judgeNetwork(used, now + minute).is).toBe('admitted');
    expect(judgeNetwork({ ...used, until: now + 10 * minute, liftedUntil: now }, now).is).toBe('wait');
  });
});
