import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeSubjectLines } from '#functions/marks/records/subject-lines.ts';
import { toSubjectLine } from '#functions/term-reports/report-mapper.ts';
import { markText, totalText } from '#shared/marks/marks.ts';
import { defaultSchemeRules, schemeFor } from '#shared/marks/scheme.ts';
import { computeLineTotal, computeReportAverage } from '../../../web/features/term-reports/record/line-totals.ts';
import {
  computeExpectedStudents,
  everyLevelAndTerm,
  makeRandomClass,
  toStoredRecords,
} from '../../support/samples/random-class.ts';

/** From what the server stores, over what it answers, to what the screen of Edit / View Term Reports shows. */
it.each(
  everyLevelAndTerm,
)('marks, totals and averages on the screen equal the oracle in level $level, term $term, for random classes', (at) => {
  const scheme = schemeFor(defaultSchemeRules, at.level, at.term);
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const noted = makeRandomClass(seed, { ...at, students: 3, subjects: 4 });
      const { reports, records } = toStoredRecords(noted);
      const seen = reports.map((report) => {
        const own = records.filter(({ studentId }) => studentId === report.studentId);
        const lines = computeSubjectLines(report, own, scheme).map(toSubjectLine);
        const marks = lines.map((line): [string, object] => [
          line.subject_id,
          {
            course: totalText(line.course_mark),
            exam: markText(line.exam_mark),
            total: totalText(computeLineTotal(line, scheme)),
          },
        ]);
        const { text, entered, of } = computeReportAverage(lines, scheme);
        return { marks, average: text, entered, of };
      });
      const expected = computeExpectedStudents(noted).map(({ marks, average, entered, of }) => ({
        marks: [...marks],
        average,
        entered,
        of,
      }));
      // Compared as text: a thousandth of the time of the matcher's own walk.
      if (JSON.stringify(seen) !== JSON.stringify(expected)) expect(seen).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
}, 60_000);
