import { randomFrom } from '../../../tests/support/samples/random-numbers.ts';
import { termEndDay } from '../../cost/month.ts';
import type { Scene } from '../../cost/scenes.ts';
import { figuresOf } from './figures.ts';

/** The half hour in which most is done on a day at the end of term: school begins, and the last evening's marks are typed beside it. */
export const seconds = 1800;

/** Of a day's acts, the share that is done in that half hour; of all others, an eighth. */
const shareInHalfHour: Record<string, number> = {
  'sign in': 0.4,
  'scan a card': 0.45,
  'open a class register': 0.45,
  'save a class register': 0.45,
};

/** Seconds that a cold function needs before it answers, that an idle one is kept, and for which a school's credentials hold. */
const coldStart = 0.9;
const keptIdle = 420;
const memory = 1;

export interface Cell {
  schools: number;
  studentsOfSchool: number;
  /** One set of functions for all schools, or one for each. */
  isShared: boolean;
}

export interface Seen {
  calls: number;
  /** Calls that waited for a function to start. */
  cold: number;
  /** First calls of a school in an environment: its credentials are asked of STS. */
  credentials: number;
  /** Most in one second. */
  most: {
    calls: number;
    concurrent: number;
    signIns: number;
    credentials: number;
    writesOfSchool: number;
    readsOfSchool: number;
  };
}

interface Environment {
  freeAt: number;
  schools: Set<number>;
}

/** Plays that half hour of a cell, second by second. The lot is the same in each run. */
export function play({ schools, studentsOfSchool, isShared }: Cell): Seen {
  const random = randomFrom(20261123);
  const script = termEndDay({ students: studentsOfSchool, classes: Math.round(studentsOfSchool / 33) });
  const scenes = (Object.entries(script) as [Scene, number][]).map(([name, times]) => ({
    name,
    figures: figuresOf(name),
    aSecond: (times * schools * (shareInHalfHour[name] ?? 0.125)) / seconds,
  }));
  const pools = new Map<string, Environment[]>();
  const seen: Seen = {
    ...{ calls: 0, cold: 0, credentials: 0 },
    most: { calls: 0, concurrent: 0, signIns: 0, credentials: 0, writesOfSchool: 0, readsOfSchool: 0 },
  };
  for (let second = 0; second < seconds; second += 1) {
    const now = {
      calls: 0,
      signIns: 0,
      credentials: 0,
      writes: new Map<number, number>(),
      reads: new Map<number, number>(),
    };
    for (const { name, figures, aSecond } of scenes) {
      for (let act = poisson(aSecond, random); act > 0; act -= 1) {
        const school = Math.floor(random() * schools);
        if (name === 'sign in') now.signIns += 1;
        add(now.writes, school, figures.writes);
        add(now.reads, school, figures.reads);
        let at = second + random();
        for (let call = 0; call < figures.calls; call += 1) {
          const pool = poolOf(pools, isShared ? name : `${name} ${school}`);
          const free = pool.filter((one) => one.freeAt <= at && at - one.freeAt < keptIdle).at(-1);
          const environment = free ?? { freeAt: 0, schools: new Set<number>() };
          if (!free) {
            pool.push(environment);
            seen.cold += 1;
            at += coldStart;
          }
          if (!environment.schools.has(school)) {
            environment.schools.add(school);
            now.credentials += 1;
          }
          at += figures.time / figures.calls / memory;
          environment.freeAt = at;
          now.calls += 1;
        }
      }
    }
    seen.calls += now.calls;
    seen.credentials += now.credentials;
    let busy = 0;
    for (const [name, pool] of pools) {
      pools.set(
        name,
        pool.filter((one) => second - one.freeAt < keptIdle),
      );
      busy += pool.filter((one) => one.freeAt > second).length;
    }
    const { most } = seen;
    most.calls = Math.max(most.calls, now.calls);
    most.signIns = Math.max(most.signIns, now.signIns);
    most.credentials = Math.max(most.credentials, now.credentials);
    most.concurrent = Math.max(most.concurrent, busy);
    most.writesOfSchool = Math.max(most.writesOfSchool, ...now.writes.values());
    most.readsOfSchool = Math.max(most.readsOfSchool, ...now.reads.values());
  }
  return seen;
}

function poolOf(pools: Map<string, Environment[]>, name: string): Environment[] {
  const pool = pools.get(name) ?? [];
  pools.set(name, pool);
  return pool;
}

function add(to: Map<number, number>, school: number, amount: number): void {
  to.set(school, (to.get(school) ?? 0) + amount);
}

/** How many of what happens so often on average happen now (Knuth). */
function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
