import type { CallRow } from '#shared/http/contract.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';

/** The stage's name; it is in no address that a browser sees. */
export const stageName = 'live';

/** Calls a second, and at once: API Gateway's token bucket. Above it a caller gets 429. */
export interface Throttle {
  rate: number;
  burst: number;
}

type Sized = Pick<SchoolFile, 'formClasses' | 'size'>;

/** People of a school, where its file has only its classes: 35 students and two teachers a class. */
const sizeOf = ({ size, formClasses }: Sized) =>
  size ?? { students: 35 * formClasses.length, teachers: 2 * formClasses.length };

const withBurst = (rate: number): Throttle => ({ rate, burst: 2 * rate });

/**
 * What the people of a school may call in all: each teacher saves a mark a second, with as much again to spare, and one
 * student in 25 is at it. The outbox tries again what is refused; it also caps what a flood can cost.
 */
export const peopleThrottle = (school: Sized): Throttle => {
  const { students, teachers } = sizeOf(school);
  return withBurst(2 * teachers + Math.ceil(students / 25));
};

/** What each call that needs no session takes: everybody of the school signs in within a minute. */
export const strangerThrottle = (school: Sized): Throttle => {
  const { students, teachers } = sizeOf(school);
  return withBurst(Math.max(5, Math.ceil((students + teachers) / 60)));
};

/**
 * Whether a call is answered without a session and without the key of a station: it has a throttle of its own. That of
 * programs does, so that one that pages through the school leaves its people alone.
 */
export const isForStrangers = ({ who }: Pick<CallRow, 'who'>): boolean => who === 'anyone' || who === 'program';
