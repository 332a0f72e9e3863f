import type { BlockOf, CardLayout, StudentFact, SubjectColumn } from '#shared/term-reports/layouts/card-layout.ts';
import type { ReportCard, ReportCardSubject } from '../../../term-reports/report-cards/report-card.ts';
import { wordsAgain } from './second-computation.ts';

/** A row of the subject table as it has to be: its first cell, and the others by their column. */
export interface ExpectedRow {
  /** Title of a subject, or heading of a group. */
  title: string;
  /** What else is in the first cell. */
  below: string | null;
  cells: string[];
}

/** A label and its value, as one paragraph; or a text without a label. */
export interface ExpectedText {
  label: string;
  value: string;
}

export interface ExpectedPrint {
  head: string[];
  /** What the columns are called in a sentence. */
  columns: string[];
  rows: ExpectedRow[];
  texts: ExpectedText[];
}

const nothing = '–';
const shown = (value: string | number | null | undefined): string => String(value ?? nothing);

const gradeWords: Readonly<Record<string, string>> = {
  A: 'Excellent',
  B: 'Good',
  C: 'Satisfactory',
  D: 'Needs improvement',
  E: 'Urgent Intervention Needed',
};

const monthsOfYear = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const dateOnPaper = (date: string | null): string => {
  if (date === null) return nothing;
  const [year = '', month = '', day = ''] = date.split('-');
  return `${day}-${monthsOfYear[Number(month) - 1]}-${year}`;
};

/** What a column is called where the school has no heading of its own, and the small line below it. */
const heads: Readonly<Record<SubjectColumn, [heading: string, note: string]>> = {
  course: ['Course', ''],
  exam: ['Exam', ''],
  total: ['Total', '%'],
  totalInWords: ['Result', ''],
  classAverage: ['Class', 'average'],
  highest: ['Highest', '%'],
  place: ['Place', 'in class'],
  absent: ['Absent', 'times'],
  late: ['Late', 'times'],
  application: ['App.', 'grade'],
  conduct: ['Con.', 'grade'],
  teacher: ['Teacher', ''],
  comment: ['Comment', ''],
};

const facts: Readonly<Record<StudentFact, [label: string, of: (card: ReportCard) => string]>> = {
  studentId: ['Student ID', ({ student }) => student.id],
  class: ['Class', ({ student }) => student.classId],
  form: ['Form', ({ student: { formLevel: f } }) => (f === 6 ? 'Lower sixth' : f === 7 ? 'Upper sixth' : String(f))],
  dateOfBirth: ['Date of birth', ({ student }) => dateOnPaper(student.dateOfBirth)],
  house: ['House', ({ student }) => shown(student.house)],
  termBegan: ['Term began', ({ period }) => dateOnPaper(period.termStart)],
  termEnded: ['Term ended', ({ period }) => dateOnPaper(period.termEnd)],
  newTermBegins: ['New term begins', ({ period }) => dateOnPaper(period.newTermBeginning)],
};

/**
 * What the pages of a card have to show by its layout: written down from what layouts mean (rule 66), apart from what
 * prints them. Pure.
 */
export function expectPrint(card: ReportCard, layout: CardLayout): ExpectedPrint {
  const blocks = [...layout.front, ...(layout.back ?? [])].flat();
  const table = blocks.find((block) => block.block === 'subjects');
  const texts = blocks.flatMap((block) => textsOf(block, { card, layout }));
  if (!table) return { head: [], columns: [], rows: [], texts };
  const columns = table.columns.filter(
    ({ column }) => (column !== 'course' && column !== 'exam') || card.maxima[column] !== null,
  );
  return {
    head: ['Subject', ...columns.map((column) => headOf(column, { card, layout }))],
    columns: columns.map(({ column, heading }) => heading ?? heads[column][0]),
    rows: rowsOf(card.subjects, table).map((row) =>
      typeof row === 'string'
        ? { title: row, below: null, cells: columns.map(() => '') }
        : {
            title: row.title,
            below: table.teacherBelowTitle ? row.teacher : null,
            cells: columns.map(({ column }) => cellOf(row, column, layout)),
          },
    ),
    texts,
  };
}

interface OfCard {
  card: ReportCard;
  layout: CardLayout;
}

function headOf({ column, heading }: BlockOf<'subjects'>['columns'][number], { card, layout }: OfCard): string {
  const [own, note] = heads[column];
  const title = heading ?? own;
  if (column === 'course' || column === 'exam') {
    const max = card.maxima[column];
    const weight = card.weights?.[column] ?? max;
    return weight === max || weight === 100 ? `${title} of ${max}` : `${title} of ${max}, ${weight} %`;
  }
  const isGrade = column === 'application' || column === 'conduct';
  return isGrade && layout.grades === 'words' ? title : `${title} ${note}`;
}

function cellOf(subject: ReportCardSubject, column: SubjectColumn, layout: CardLayout): string {
  switch (column) {
    case 'course':
    case 'exam':
    case 'total':
      return shown(subject[column]);
    case 'totalInWords':
      return shown(wordsAgain(subject.total, layout.marksInWords ?? []));
    case 'classAverage':
      return shown(subject.ofClass?.average);
    case 'highest':
    case 'place':
      return shown(subject.ofClass?.[column]);
    case 'absent':
      return shown(subject.timesAbsent);
    case 'late':
      return shown(subject.timesLate);
    case 'application':
    case 'conduct':
      return gradeOf(subject[column], layout);
    case 'teacher':
    case 'comment':
      return subject[column] ?? '';
  }
}

function gradeOf(grade: string | null | undefined, { grades }: CardLayout): string {
  return grades === 'words' && grade ? (gradeWords[grade] ?? grade) : shown(grade);
}

/** Subjects in the order of the table, with the headings of their groups. */
function rowsOf(
  subjects: readonly ReportCardSubject[],
  { groups }: Pick<BlockOf<'subjects'>, 'groups'>,
): (ReportCardSubject | string)[] {
  const rows: (ReportCardSubject | string)[] = [];
  const isNamed = new Set<string>();
  for (const { heading, subjects: ids } of groups ?? []) {
    const own = ids.flatMap((id) => subjects.filter((subject) => subject.id === id));
    if (own.length > 0 && heading !== null) rows.push(heading);
    rows.push(...own);
    for (const id of ids) isNamed.add(id);
  }
  const others = subjects.filter(({ id }) => !isNamed.has(id));
  const isHeaded = rows.some((row) => typeof row === 'string');
  return others.length > 0 && isHeaded ? [...rows, 'Other subjects', ...others] : [...rows, ...others];
}

function textsOf(block: CardLayout['front'][number][number], { card, layout }: OfCard): ExpectedText[] {
  const graded = (label: string, grade: string | null | undefined) =>
    grade === undefined ? [] : [{ label, value: gradeOf(grade, layout) }];
  const counted = (label: string, count: number | null | undefined) =>
    count === undefined ? [] : [{ label, value: shown(count) }];
  switch (block.block) {
    case 'student':
      return [
        // A name that is longer than two lines is cut.
        { label: '', value: card.student.name.slice(0, 60) },
        ...block.facts.flat().map(({ fact, heading }) => ({
          label: heading ?? facts[fact][0],
          value: facts[fact][1](card),
        })),
      ];
    case 'average': {
      const { text, entered, of } = card.average;
      const note = entered < of ? ` ${entered} of ${of} entered` : '';
      return [{ label: 'Average', value: `${text === null ? '--' : `${text} %`}${note}` }];
    }
    case 'attendance':
      return [
        ...counted('Possible attendance', card.attendance.possible),
        ...counted('Times absent', card.attendance.timesAbsent),
        ...counted('Times late', card.attendance.timesLate),
      ];
    case 'conduct':
      return [
        ...graded('Authority', card.conduct.authority),
        ...graded('Responsibility', card.conduct.responsibility),
        ...graded('Cooperation', card.conduct.cooperation),
      ];
    case 'music':
      return card.music === null ? [] : musicTexts(card.music, layout);
    case 'remarks': {
      const remark = card.remarks[block.of];
      return remark === null ? [] : [{ label: '', value: remark }];
    }
    case 'activities':
      return card.coCurricular.length === 0 ? [] : [{ label: '', value: card.coCurricular.join(', ') }];
    default:
      return [];
  }
}

function musicTexts(music: NonNullable<ReportCard['music']>, layout: CardLayout): ExpectedText[] {
  const entries = [
    ['Grade', music.grade === undefined ? undefined : gradeOf(music.grade, layout)],
    ['Application', music.application === undefined ? undefined : gradeOf(music.application, layout)],
    ['Conduct', music.conduct === undefined ? undefined : gradeOf(music.conduct, layout)],
    ['Absent', music.timesAbsent === undefined ? undefined : shown(music.timesAbsent)],
    ['Late', music.timesLate === undefined ? undefined : shown(music.timesLate)],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label} ${value}`]));
  return [
    { label: 'Music', value: entries.join(' · ') },
    ...(music.comment ? [{ label: '', value: music.comment }] : []),
  ];
}
