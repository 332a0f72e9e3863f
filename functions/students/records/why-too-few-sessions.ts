import { pluralize } from '#shared/pluralize.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { listReportsAbsentMoreThan } from '../../marks/records/term-report.ts';
import { readStudents, studentName } from './store.ts';

/** Most students that the sentence names. */
const maxNamed = 3;

/**
 * Why a term cannot have so few sessions: students were absent more often; else null. Requests as
 * {@link listReportsAbsentMoreThan}, and one for names.
 */
export async function whyTooFewSessions(
  sessions: number,
  of: { year: number; term: 1 | 2 | 3; classIds: readonly string[] },
): Promise<string | null> {
  const absent = (await listReportsAbsentMoreThan(sessions, of)).sort((a, b) => b.timesAbsent - a.timesAbsent);
  if (absent.length === 0) return null;
  const shown = absent.slice(0, maxNamed);
  const students = new Map(
    (await readStudents(shown.map(({ studentId }) => studentId))).map((one) => [one.studentId, one]),
  );
  const names = shown.map(
    ({ studentId, timesAbsent }) => `${studentName(students.get(studentId), studentId)} (${timesAbsent} times absent)`,
  );
  const more = absent.length - shown.length;
  return recordWordings.tooFewSessions(names.join(', '), more > 0 ? ` and ${pluralize(more, 'other')}` : '');
}
