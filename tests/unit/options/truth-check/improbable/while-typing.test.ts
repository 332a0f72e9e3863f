import { expect, it } from 'vitest';
import { judgeRemark } from '#shared/options/truth-check/improbable/judge-remark.ts';

/** Milliseconds that a key may take on the fastest machine; a phone is four times slower. */
const perKey = 4 / 4;

it('judges the longest remark within a millisecond a key, in a school of 1,000 first names', () => {
  const firstNames = new Set(Array.from({ length: 1000 }, (_, n) => `Name${String.fromCharCode(97 + (n % 26))}${n}`));
  const about = { firstName: 'Zoe', otherNames: ['Ali'], sex: 'female' as const };
  const subject = { title: 'Mathematics', total: 55 };
  const sentence = 'Zoe works with care in algebra, and her essays on rivers are excellent where she revises. ';
  const remark = sentence.repeat(9).slice(0, 750);
  const context = { about, firstNames, subject, endsWithStop: true };
  for (let length = 0; length < remark.length; length += 1) judgeRemark(remark.slice(0, length), context);
  const started = process.cpuUsage();
  const keys = 750;
  for (let key = 0; key < keys; key += 1) judgeRemark(remark, context);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000 / keys).toBeLessThan(perKey);
});
