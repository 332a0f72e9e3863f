import { expect, it } from 'vitest';
import { createTypedJudge } from '#shared/options/truth-check/improbable/judge-typed.ts';

const sentence = 'Zoe works with care in algebra, and her essays on rivers are excellent where she revises. ';

/** Milliseconds of the processor for a judgement, the least of several tries: what else the machine does adds to it. */
function timeOf({ students, length }: { students: number; length: number }): number {
  const about = { firstName: 'Zoe', otherNames: ['Ali'], sex: 'female' as const };
  const text = sentence.repeat(10).slice(0, length);
  const others = Array.from({ length: students }, (_, n) => ({ firstName: `Pupil${n}`, text: text.slice(n % 80) }));
  const judge = createTypedJudge({ about, subject: { title: 'Mathematics', total: 55 }, others });
  const tries = Array.from({ length: 12 }, () => {
    const begun = process.cpuUsage();
    for (let key = 0; key < 60; key += 1) judge({ text, isPaused: true });
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  });
  return Math.min(...tries);
}

it('takes as long for a remark of a class of 35 as of a list of 5, and no more than in proportion to its length', () => {
  timeOf({ students: 35, length: 750 });
  const long = timeOf({ students: 35, length: 750 });
  expect(long / timeOf({ students: 5, length: 750 })).toBeLessThan(2);
  expect(long / timeOf({ students: 35, length: 125 })).toBeLessThan(2 * (750 / 125));
});
