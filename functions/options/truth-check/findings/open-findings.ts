import type { CountOpenFindings } from '../../../term-reports/report-cards/open-findings.ts';
import { readClassOfTerm } from './class-contents.ts';
import { readDismissals } from './dismissed-finding.ts';
import { findInClass } from './findings-of-class.ts';
import { readTermToJudge } from './term-to-judge.ts';

/** What cannot be right, and what is improbable and not dismissed, by student. */
export const countOpenFindingsOfClass: CountOpenFindings = async ({ classId, ...term }, now, read) => {
  const [ofTerm, dismissals] = await Promise.all([
    readTermToJudge(term, now, { read }),
    readDismissals({ ...term, classId }),
  ]);
  const found = await findInClass(await readClassOfTerm(classId, ofTerm, read.contents), ofTerm);
  const counts = new Map<string, number>();
  for (const { key, studentId } of found)
    if (studentId !== null && !dismissals.has(key)) counts.set(studentId, (counts.get(studentId) ?? 0) + 1);
  return counts;
};
