import { inParallel } from '../../platform/in-parallel.ts';
import { readMany } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { listPostedCopies } from '../../term-reports/report-cards/posting/posted-reports.ts';
import { listPostings } from '../../term-reports/report-cards/posting/postings.ts';
import { earlierMarksKey } from './records/earlier-marks.ts';
import { answersForDocuments } from './sign-numbered.ts';
import { planTranscript } from './transcript.ts';

/** Queries at a time. */
const atOnce = 12;

/** What transcripts of students have now, by student. Two requests, and a query a student. */
export async function readTranscripts(
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, ReturnType<typeof planTranscript>>> {
  const [postings, stored] = await Promise.all([listPostings(), readMany(studentIds.map(earlierMarksKey))]);
  const earlier = new Map(stored.map((one) => [one.studentId, one]));
  const { terms } = school();
  const answersCodes = answersForDocuments();
  const plans = await inParallel(studentIds, {
    atOnce,
    does: async (studentId) => {
      const copies = await listPostedCopies(studentId, postings);
      const records = earlier.get(studentId) ?? { marks: [], attendance: [] };
      return planTranscript({ copies, earlier: records, terms, answersCodes });
    },
  });
  return new Map(studentIds.map((studentId, index) => [studentId, plans[index] ?? { terms: [], leftOut: [] }]));
}
