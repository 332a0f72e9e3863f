import type { PreviewedMark } from '#shared/options/transcripts/earlier-mark-calls.ts';
import {
  type EarlierMark,
  earlierLimits,
  earlierMarkKey,
  isEarlierMark,
  isSameMark,
} from '#shared/options/transcripts/earlier-marks.ts';
import { earlierWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { parseAcademicYear, parseTerm } from '#shared/school/parse-period.ts';
import type { FoundIds } from '#shared/students/id-finder.ts';
import type { WrittenRow } from './read-earlier-file.ts';

/** What the rows are judged by. */
export interface KnownToEarlierMarks {
  findId: (typed: string) => FoundIds;
  /** "Last, First" by id. */
  names: ReadonlyMap<string, string>;
  /** Titles of the school's subjects, in small letters. */
  subjects: ReadonlySet<string>;
  terms: readonly { id: number; title: string }[];
  /** Earlier marks that are stored, by student. */
  stored: ReadonlyMap<string, readonly EarlierMark[]>;
  /** Terms that were posted here, by student: `2025 1`. */
  posted: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * What would become of each row (rule 55: an id that differs in zeros is asked, never decided). Of two rows with the
 * same student, term and subject the later one is refused, and where they differ both. Pure.
 */
export function judgeEarlierRows(rows: readonly WrittenRow[], known: KnownToEarlierMarks): PreviewedMark[] {
  const judged = rows.map((row) => judgeRow(row, known));
  const first = new Map<string, PreviewedMark>();
  for (const row of judged) {
    const mark = markOf(row);
    if (row.state === 'refused' || !mark) continue;
    const key = `${row.student_id}#${earlierMarkKey(mark)}`;
    const other = first.get(key);
    if (!other) first.set(key, row);
    else if (other.mark === row.mark) refuse(row, wordings.sameAsRow(other.row));
    else {
      refuse(row, wordings.otherThanRow(other.row));
      refuse(other, wordings.otherThanRow(row.row));
    }
  }
  return judged;
}

function refuse(row: PreviewedMark, note: string): void {
  row.state = 'refused';
  row.note = note;
}

/** The mark of a row whose year and term are known. */
const markOf = ({ year, term, subject, mark, source }: PreviewedMark): EarlierMark | undefined =>
  year === null || term === null ? undefined : { year, term, subject, mark, source };

function judgeRow({ row, cells, problem }: WrittenRow, known: KnownToEarlierMarks): PreviewedMark {
  const { exact, near } = known.findId(cells.student_id);
  const studentId = exact ?? (near.length === 1 ? (near[0] ?? null) : null);
  const name = studentId === null ? null : (known.names.get(studentId) ?? null);
  const year = parseAcademicYear(cells.year) ?? null;
  const term = parseTerm(cells.term, known.terms) ?? null;
  const { subject, mark, source } = cells;
  const read = { row, student_id: studentId ?? cells.student_id, name, year, term, subject, mark, source };
  const refused = (note: string): PreviewedMark => ({ ...read, state: 'refused', note });
  if (problem !== undefined) return refused(problem);
  if (studentId === null || name === null)
    return refused(near.length > 1 ? wordings.severalStudents(near) : wordings.noStudent);
  if (year === null) return refused(wordings.notYear);
  if (term === null) return refused(wordings.notTerm);
  if (subject === '') return refused(wordings.noSubject);
  if (subject.length > earlierLimits.subject) return refused(wordings.longText(earlierLimits.subject));
  if (!isEarlierMark(mark)) return refused(wordings.notMark);
  if (source === '') return refused(wordings.noSource);
  if (source.length > earlierLimits.source) return refused(wordings.longText(earlierLimits.source));
  if (known.posted.get(studentId)?.has(`${year} ${term}`)) return refused(wordings.postedHere(year, term));
  const meant: EarlierMark = { year, term, subject, mark, source };
  const stored = known.stored.get(studentId)?.find((one) => earlierMarkKey(one) === earlierMarkKey(meant));
  if (stored && isSameMark(stored, meant)) return { ...read, state: 'same', note: wordings.storedAlready };
  const questions = [
    ...(exact === null ? [wordings.nearStudent(cells.student_id, studentId, name)] : []),
    ...(known.subjects.has(subject.toLowerCase()) ? [] : [wordings.unknownSubject(subject)]),
    ...(stored ? [wordings.storedOtherwise(stored.mark, stored.source)] : []),
  ];
  return questions.length > 0
    ? { ...read, state: 'ask', note: questions.join(' ') }
    : { ...read, state: 'new', note: null };
}
