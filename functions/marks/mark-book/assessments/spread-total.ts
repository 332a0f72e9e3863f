import { isMarkWord } from '#shared/marks/mark-words.ts';
import { readItems } from '../../../platform/table/table.ts';
import { type AssessmentItem, assessmentKey, type CourseWorkItem, readPage } from '../../records/course-work.ts';
import { bringLines, type Following, type LineChange } from './bring-lines.ts';

/**
 * Brings every mark of an assessment to the total that is stored, and with it every course mark. It asks for nothing but
 * what is stored, so stopped on the way, or met by another save, doing it again carries on. Returns what is stored.
 */
export async function spreadTotal(spreading: Following): Promise<AssessmentItem | undefined> {
  const { page, number } = spreading;
  const [{ stored }, { lines }] = await Promise.all([
    readItems({ stored: assessmentKey(page, number) }),
    readPage(page),
  ]);
  await bringLines({
    lines,
    assessment: stored,
    decide: (line, assessment) => underTotal(line, number, assessment?.total),
    following: spreading,
  });
  return stored;
}

/** The line's marks with this assessment's out of `total`; undefined where it is so already or cannot be. */
function underTotal(line: CourseWorkItem, number: number, total: number | undefined): LineChange | undefined {
  const name = String(number);
  const given = line.marks[name];
  if (given === undefined || given.mark === null || total === undefined || given.outOf === total) return undefined;
  if (!isMarkWord(given.mark) && given.mark > total) return undefined;
  return {
    marks: { ...line.marks, [name]: { ...given, outOf: total } },
    field: `assessment ${name} out of`,
    before: given.outOf,
    after: total,
  };
}
