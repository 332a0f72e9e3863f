import {
  type AlikeKind,
  type ColumnOfSubject,
  fieldInTerm,
  foldName,
  isPastKind,
  kindFields,
  partOfColumn,
  termOfField,
} from '#shared/options/move-in/kinds.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { parseAcademicYear, parseTerm, type TermTitles } from '#shared/school/parse-period.ts';
import { createIdFinder } from '#shared/students/id-finder.ts';
import type { PastAttendance, PastMark, PastRecords } from '../past-records.ts';
import { withoutDecimal } from '../reading/cell-text.ts';
import { type FileRow, formulaFaultOf, judgedRow } from './file-rows.ts';
import type { StudentAfter } from './judge-takers.ts';
import type { JudgedRow } from './judged-row.ts';
import type { NameResolver } from './names.ts';

interface Judging {
  /** What keeps them; undefined where the school has nothing that does, and every row is left out. */
  past: PastRecords | undefined;
  students: readonly StudentAfter[];
  resolve: NameResolver['resolve'];
  ask: (kind: AlikeKind, example: string) => 'yes' | 'no' | undefined;
  titleOf: (subjectId: string) => string;
  terms: TermTitles;
  /** The file as a mark's source names it, where no column does. */
  source: string;
}

/** What a row has of one term. */
interface TermOfRow {
  year: number;
  term: 1 | 2 | 3;
  columns: ColumnsOfTerm;
}

/** A row whose student and terms are known. */
interface Placed {
  of: FileRow;
  student: StudentAfter;
  name: string;
  terms: readonly TermOfRow[];
}

/** Judges marks and attendance of terms before the school used this program: students down, or a row a mark. */
export async function judgePast(rows: readonly FileRow[], judging: Judging): Promise<JudgedRow[]> {
  const { past } = judging;
  if (!past || rows.length === 0) return [];
  const findStudent = createStudentFinder(judging);
  const columnsOf = createColumnsByTerm();
  const judged: (JudgedRow | Placed)[] = rows.map((of) => placeRow(of, findStudent(of), { ...judging, columnsOf }));
  const placed = judged.filter((one): one is Placed => 'student' in one);
  const ids = [...new Set(placed.map(({ student }) => student.studentId))];
  const terms = placed.flatMap((one) => one.terms.map(({ year, term }) => `${year} ${term}`));
  const known = await past.read(ids, new Set(terms));
  const seen = createSeen();
  const room = new Map(ids.map((id) => [id, past.most.marks - (known.stored.get(id)?.marks.length ?? 0)]));
  const judgingMarks = { ...judging, past, seen, room, keyOf: createMarkKeys() };
  return judged.flatMap((one): JudgedRow[] => {
    if (!('student' in one)) return [one];
    const { of, student, name } = one;
    const posted = known.posted.get(student.studentId);
    const stored = known.stored.get(student.studentId) ?? { marks: [], attendance: [] };
    return one.terms.flatMap((inTerm) => {
      const { year, term, columns } = inTerm;
      if (posted?.has(`${year} ${term}`)) {
        if (isEmpty(of, columns)) return [];
        const what = `${name}: ${termTitle({ year, term })}`;
        return [judgedRow(kindOf(of), of, what, { state: 'refused', note: wordings.postedHere })];
      }
      const marks = kindOf(of) === 'marks' ? judgeMarks(one, inTerm, { ...judgingMarks, stored: stored.marks }) : [];
      return [...marks, ...judgeAttendance(one, inTerm, { ...judging, past, seen, stored: stored.attendance })];
    });
  });
}

const kindOf = ({ sheet }: FileRow): 'marks' | 'attendance' => (isPastKind(sheet.kind) ? sheet.kind : 'marks');
const nameOf = ({ firstName, lastName, studentId }: StudentAfter): string => `${firstName} ${lastName}, ${studentId}`;
const writtenName = (of: FileRow): string =>
  of.text('name') || `${of.text('first_name')} ${of.text('last_name')}`.trim();

type Found = { student: StudentAfter } | { note: string; field?: string };

/** By the ID, or by a name that one student of the school alone has: classes of earlier terms are others. */
function createStudentFinder({ students, ask }: Judging): (of: FileRow) => Found {
  const byId = new Map(students.map((one) => [one.studentId, one]));
  const findId = createIdFinder(byId.keys());
  const byName = Map.groupBy(
    students.flatMap((one) =>
      [`${one.firstName} ${one.lastName}`, `${one.lastName} ${one.firstName}`].map(
        (name) => [foldName(name), one] as const,
      ),
    ),
    ([name]) => name,
  );
  const agreed = (answer: 'yes' | 'no' | undefined, student: StudentAfter, field: string): Found => {
    if (answer === 'yes') return { student };
    return { note: answer === 'no' ? wordings.noSuchStudent : wordings.asked, field };
  };
  return (of) => {
    const id = withoutDecimal(of.text('student_id'));
    if (id !== '') {
      const { exact, near } = findId(id);
      const found = byId.get(exact ?? (near.length === 1 ? (near[0] ?? '') : ''));
      if (!found) return { note: wordings.noSuchStudent, field: 'student_id' };
      if (exact !== null) return { student: found };
      return agreed(ask('near id', `${id}: ${nameOf(found)}`), found, 'student_id');
    }
    const field = of.fields.includes('name') ? 'name' : 'last_name';
    const written = writtenName(of);
    if (written === '') return { note: wordings.required('Student ID'), field: 'student_id' };
    const named = new Set((byName.get(foldName(written)) ?? []).map(([, one]) => one));
    const [student] = named;
    if (!student) return { note: wordings.noSuchStudent, field };
    if (named.size > 1) return { note: wordings.severalStudents, field };
    return agreed(ask('by name', `${written}: ${nameOf(student)}`), student, field);
  };
}

function placeRow(
  of: FileRow,
  found: Found,
  { terms, columnsOf }: Judging & { columnsOf: (of: FileRow) => readonly ColumnsOfTerm[] },
): JudgedRow | Placed {
  const refuse = (note: string, field?: string) =>
    judgedRow(kindOf(of), of, 'student' in found ? nameOf(found.student) : writtenName(of) || of.text('student_id'), {
      state: 'refused',
      note,
      ...(field === undefined ? {} : { field }),
    });
  if (!('student' in found)) return refuse(found.note, found.field);
  const [year, term] = [of.text('year'), of.text('term')];
  const { period } = of.sheet;
  const ofYear = year === '' ? (period?.year ?? undefined) : parseAcademicYear(year);
  const ofTerm = term === '' ? (period?.term ?? undefined) : parseTerm(term, terms);
  if (year !== '' && ofYear === undefined) return refuse(wordings.notYear, 'year');
  if (term !== '' && ofTerm === undefined) return refuse(wordings.notTerm, 'term');
  const placed: TermOfRow[] = [];
  for (const columns of columnsOf(of)) {
    const [inYear, inTerm] = [columns.year ?? ofYear, columns.term ?? ofTerm];
    if (inYear === undefined) return refuse(wordings.whichTerm, of.fields.includes('year') ? 'year' : undefined);
    if (inTerm === undefined) return refuse(wordings.whichTerm, of.fields.includes('term') ? 'term' : undefined);
    placed.push({ year: inYear, term: inTerm, columns });
  }
  return { of, student: found.student, name: nameOf(found.student), terms: placed };
}

/** What a file says of a mark or a term twice: the same, or something else, where neither row counts. */
function createSeen() {
  const byStudent = new Map<string, Map<string, { row: JudgedRow; says: string }>>();
  return (studentId: string, key: string, says: string, row: JudgedRow): JudgedRow => {
    const seen = byStudent.get(studentId) ?? new Map<string, { row: JudgedRow; says: string }>();
    if (seen.size === 0) byStudent.set(studentId, seen);
    const first = seen.get(key);
    if (!first) {
      seen.set(key, { row, says });
      return row;
    }
    if (first.says === says)
      return { ...withoutMove(row), state: 'same', note: wordings.sameRow(first.row.sheet, first.row.row), fix: null };
    Object.assign(first.row, {
      state: 'refused',
      note: wordings.otherThanRow(row.sheet, row.row),
      move: undefined,
    });
    return {
      ...withoutMove(row),
      state: 'refused',
      note: wordings.otherThanRow(first.row.sheet, first.row.row),
    };
  };
}
type Seen = ReturnType<typeof createSeen>;

const withoutMove = ({ move: _, ...row }: JudgedRow): JudgedRow => row;

interface JudgingMarks extends Judging {
  past: PastRecords;
  seen: Seen;
  stored: readonly PastMark[];
  /** Marks that each student can still have. */
  room: Map<string, number>;
  keyOf: (mark: PastMark) => string;
}

/** The columns of a subject in one term, by their fields. */
interface ColumnsOfSubject {
  /** Undefined where each row names its own. */
  subject: string | undefined;
  /** What a refused row is corrected in. */
  field: string;
  mark: string;
  course: string;
  exam: string;
  most: WrittenMark['most'];
}

/** The columns of one term; nulls where the row or the sheet says which it is. */
interface ColumnsOfTerm extends Pick<ColumnOfSubject, 'year' | 'term'> {
  subjects: readonly ColumnsOfSubject[];
  sessions: string;
  absent: string;
  late: string;
}

/** Finds the columns of a row by their terms, once for each sheet. */
function createColumnsByTerm(): (of: FileRow) => readonly ColumnsOfTerm[] {
  const known = new Map<readonly string[], readonly ColumnsOfTerm[]>();
  return ({ fields, sheet }) => {
    const mostOf = (field: string) => sheet.columns.find((one) => one.field === field)?.most;
    const columns = known.get(fields) ?? columnsByTerm(fields, mostOf);
    known.set(fields, columns);
    return columns;
  };
}

function columnsByTerm(fields: readonly string[], mostOf: (field: string) => number | undefined): ColumnsOfTerm[] {
  const read = fields.filter((field) => partOfColumn(field) || isFigure(termOfField(field).field));
  const byTerm = Map.groupBy(read, (field) => {
    const { year, term } = termOfField(field);
    return `${year} ${term}`;
  });
  // A row names its subject, or its columns do.
  if (fields.includes('subject') || byTerm.size === 0) byTerm.set('null null', byTerm.get('null null') ?? []);
  return [...byTerm].map(([, own]) => {
    const { year, term } = termOfField(own[0] ?? '');
    const figure = (name: string) => fieldInTerm({ year, term }, name);
    const isOwn = term === null && fields.includes('subject');
    return {
      year,
      term,
      subjects: isOwn
        ? [{ subject: undefined, field: 'mark', ...partsOf({ mark: 'mark', course: 'course', exam: 'exam' }, mostOf) }]
        : subjectsOf(own, mostOf),
      sessions: figure('sessions'),
      absent: figure('absent'),
      late: figure('late'),
    };
  });
}

function subjectsOf(fields: readonly string[], mostOf: (field: string) => number | undefined): ColumnsOfSubject[] {
  const bySubject = Map.groupBy(
    fields.flatMap((field) => {
      const column = partOfColumn(field);
      return column ? [{ ...column, field }] : [];
    }),
    ({ subject }) => foldName(subject),
  );
  return [...bySubject.values()].map((columns) => {
    const fieldOf = (part: string) => columns.find((one) => one.part === part)?.field;
    return {
      subject: columns[0]?.subject ?? '',
      field: fieldOf('mark') ?? fieldOf('exam') ?? columns[0]?.field ?? '',
      ...partsOf({ mark: fieldOf('mark') ?? '', course: fieldOf('course') ?? '', exam: fieldOf('exam') ?? '' }, mostOf),
    };
  });
}

const partsOf = (
  fields: Record<'mark' | 'course' | 'exam', string>,
  mostOf: (field: string) => number | undefined,
) => ({
  ...fields,
  most: { mark: mostOf(fields.mark), course: mostOf(fields.course), exam: mostOf(fields.exam) },
});

const isEmpty = (of: FileRow, { subjects, ...figuresOf }: ColumnsOfTerm): boolean =>
  subjects.every(({ mark, course, exam }) => [mark, course, exam].every((field) => noMark.has(of.text(field)))) &&
  figures.every((figure) => noMark.has(of.text(figuresOf[figure])));

const noMark = new Set(['', '-', '–', '—', '.']);

function judgeMarks({ of, student, name }: Placed, { year, term, columns }: TermOfRow, judging: JudgingMarks) {
  const { past, resolve, seen, stored, room, titleOf, keyOf } = judging;
  const [before, after] = [`${name}: `, `, ${termTitle({ year, term })}`];
  const written = of.text('source');
  const source = (written || judging.source).slice(0, past.most.source);
  return columns.subjects.flatMap((one): JudgedRow[] => {
    const texts = { mark: of.text(one.mark), course: of.text(one.course), exam: of.text(one.exam) };
    const fault = formulaFaultOf(of, [one.mark, one.course, one.exam]);
    if (!fault && noMark.has(texts.mark) && noMark.has(texts.course) && noMark.has(texts.exam)) return [];
    const named = one.subject ?? of.text('subject');
    const refuse = (note: string, field = one.field) => [
      judgedRow('marks', of, before + named + after, { state: 'refused', note, field }),
    ];
    if (fault) return refuse(fault.note, fault.field);
    const subjectField = one.subject === undefined ? 'subject' : one.field;
    if (named === '') return refuse(wordings.required('Subject'), 'subject');
    const meant = resolve('past subject', named);
    if ('reason' in meant) return refuse(meant.reason, subjectField);
    const subject = meant.id === '' ? named : titleOf(meant.id);
    if (subject.length > past.most.subject) return refuse(wordings.tooLong('Subject', past.most.subject), subjectField);
    const mark = readMark({ ...texts, subject: named, most: one.most }, judging);
    if ('reason' in mark) return refuse(mark.reason);
    const is: PastMark = { year, term, subject, mark: mark.mark, source };
    const was = stored.find(
      (other) => other.year === year && other.term === term && isSameName(other.subject, subject),
    );
    const what = before + subject + after;
    // Of a file with another name the marks are the same ones.
    const isSame = was?.mark === is.mark && was.subject === subject && (written === '' || was.source === source);
    const key = keyOf(is);
    if (isSame) return [seen(student.studentId, key, is.mark, judgedRow('marks', of, what, { state: 'same' }))];
    if (!was) {
      const left = room.get(student.studentId) ?? 0;
      if (left < 1) return refuse(wordings.mostMarks(past.most.marks));
      room.set(student.studentId, left - 1);
    }
    const row = judgedRow('marks', of, what, {
      state: was ? 'changed' : 'new',
      note: was ? wordings.pastChange(was.mark, is.mark) : mark.note,
      move: { kind: 'marks', studentId: student.studentId, marks: [{ was: was ? asMark(was) : null, is }] },
    });
    return [seen(student.studentId, key, is.mark, row)];
  });
}

/** In one order of attributes, as the plan of a run is compared as text. */
const asMark = ({ year, term, subject, mark, source }: PastMark): PastMark => ({ year, term, subject, mark, source });
const asAttendance = ({ year, term, sessions, absent, late, source }: PastAttendance): PastAttendance => ({
  year,
  term,
  sessions,
  absent,
  late,
  source,
});

/** Names a mark among those of its student. A file has few terms and subjects, and each key is made once. */
function createMarkKeys(): (mark: PastMark) => string {
  const keys = new Map<string, Map<number, string>>();
  return ({ year, term, subject }) => {
    const ofSubject = keys.get(subject) ?? new Map<number, string>();
    keys.set(subject, ofSubject);
    const key = ofSubject.get(year * 4 + term) ?? `${year} ${term} ${foldName(subject)}`;
    ofSubject.set(year * 4 + term, key);
    return key;
  };
}
const isSameName = (a: string, b: string): boolean => foldName(a) === foldName(b);

interface WrittenMark {
  subject: string;
  mark: string;
  course: string;
  exam: string;
  /** Of how many each is, where its heading says it. */
  most: { mark?: number | undefined; course?: number | undefined; exam?: number | undefined };
}

/**
 * "67", "67.5 %", "39/50" and "66.6667" as they are stored, a grade as it is written or as was said of it. What is not
 * out of 100 is asked about.
 */
function readMark(
  { subject, mark, course, exam, most }: WrittenMark,
  { ask, resolve, past }: JudgingMarks,
): { mark: string; note: string } | { reason: string } {
  const scaled = (got: number, of: number, written: string): ReturnType<typeof numberMark> => {
    const hundredth = String(Math.round((got / of) * 1000) / 10);
    const answer = ask('out of', `${written} of ${subject}: ${hundredth} of 100`);
    if (answer === undefined) return { reason: wordings.asked };
    if (answer === 'no') return { reason: wordings.notOutOf100 };
    const read = numberMark(hundredth, past);
    return 'reason' in read ? read : { ...read, note: wordings.scaledMark(written, read.mark) };
  };
  if (noMark.has(mark)) {
    const parts = [course, exam].map(numberOf);
    const [ofCourse, ofExam] = parts;
    if (ofCourse === undefined || ofExam === undefined) return { reason: wordings.halfMark };
    const all = (most.course ?? Number.NaN) + (most.exam ?? Number.NaN);
    if (Number.isFinite(all) && all !== 100)
      return scaled(ofCourse + ofExam, all, `${course} and ${exam} of ${most.course} and ${most.exam}`);
    const answer = ask('course and exam', `${course} and ${exam} of ${subject}`);
    if (answer === undefined) return { reason: wordings.asked };
    if (answer === 'no') return { reason: wordings.totalMissing };
    return numberMark(String(ofCourse + ofExam), past);
  }
  const [, got, of] = /^(\d+(?:\.\d+)?)\s*(?:\/|out of)\s*(\d{1,3})$/.exec(mark) ?? [];
  if (got !== undefined && of !== undefined)
    return Number(of) === 100 ? numberMark(got, past) : scaled(Number(got), Number(of), mark);
  const number = numberOf(mark);
  if (number !== undefined && !mark.endsWith('%') && most.mark !== undefined && most.mark !== 100)
    return scaled(number, most.mark, `${mark} of ${most.mark}`);
  if (number !== undefined) return numberMark(mark, past);
  if (/^[A-F][+-]?$/.test(mark)) return { mark, note: wordings.pastMark(mark) };
  const meant = resolve('grade', mark);
  if ('reason' in meant) return meant;
  const text = meant.id === '' ? mark : meant.id;
  return past.isMark(text) ? { mark: text, note: wordings.pastMark(text) } : { reason: wordings.notMark };
}

/** Of "65.5", "65,5" and "65 %". */
const numberOf = (text: string): number | undefined =>
  /^\d+(?:[.,]\d+)?\s*%?$/.test(text) ? Number.parseFloat(text.replace(',', '.')) : undefined;

/** A number with one decimal at most: more come of a formula. */
function numberMark(text: string, { isMark }: PastRecords): { mark: string; note: string } | { reason: string } {
  const number = numberOf(text) ?? Number.NaN;
  const mark = String(Math.round(number * 10) / 10);
  if (!isMark(mark)) return { reason: wordings.notMark };
  const isRounded = Number(mark) !== number;
  return { mark, note: isRounded ? wordings.roundedMark(text, mark) : wordings.pastMark(mark) };
}

const figures = ['sessions', 'absent', 'late'] as const;
const isFigure = (field: string): boolean => figures.some((one) => one === field);
const mostSessions = 400;

function judgeAttendance(
  { of, student, name }: Placed,
  { year, term, columns }: TermOfRow,
  { past, seen, stored, source: file }: Judging & { past: PastRecords; seen: Seen; stored: readonly PastAttendance[] },
): JudgedRow[] {
  const texts = figures.map((figure) => [figure, of.text(columns[figure])] as const);
  const what = `${name}: ${termTitle({ year, term })}`;
  const fault = formulaFaultOf(
    of,
    figures.map((figure) => columns[figure]),
  );
  if (fault) return [judgedRow('attendance', of, what, { state: 'refused', ...fault })];
  if (texts.every(([, text]) => noMark.has(text))) return [];
  const wrong = texts.find(
    ([, text]) => !noMark.has(text) && !(/^\d{1,3}$/.test(text) && Number(text) <= mostSessions),
  );
  if (wrong) {
    const [figure] = wrong;
    const note = wordings.notCount(kindFields.attendance[figure]);
    return [judgedRow('attendance', of, what, { state: 'refused', note, field: columns[figure] })];
  }
  const figureOf = (figure: (typeof figures)[number]) => {
    const text = of.text(columns[figure]);
    return noMark.has(text) ? null : Number(text);
  };
  const written = of.text('source');
  const is: PastAttendance = {
    year,
    term,
    sessions: figureOf('sessions'),
    absent: figureOf('absent'),
    late: figureOf('late'),
    source: (written || file).slice(0, past.most.source),
  };
  const was = stored.find((one) => one.year === year && one.term === term);
  const isSame =
    was && figures.every((figure) => was[figure] === is[figure]) && (written === '' || was.source === is.source);
  const row = isSame
    ? judgedRow('attendance', of, what, { state: 'same' })
    : judgedRow('attendance', of, what, {
        state: was ? 'changed' : 'new',
        note: was ? wordings.pastChange(wordings.attended(was), wordings.attended(is)) : `${wordings.attended(is)}.`,
        move: {
          kind: 'attendance',
          studentId: student.studentId,
          attendance: [{ was: was ? asAttendance(was) : null, is }],
        },
      });
  return [seen(student.studentId, `${year} ${term}`, wordings.attended(is), row)];
}
