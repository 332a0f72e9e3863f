import { describe, expect, it } from 'vitest';
import type {
  ClassToJudge,
  StudentToJudge,
  SubjectToJudge,
} from '#shared/options/truth-check/improbable/class-to-judge.ts';
import { judgeClass } from '#shared/options/truth-check/improbable/judge-class.ts';

const titles = { ENGL: 'English Language', HIST: 'History', MATH: 'Mathematics', SPAN: 'Spanish' } as const;
type Id = keyof typeof titles;

/** Twelve students and last term's marks, in the order of the list. */
const before: Record<Id, number[]> = {
  ENGL: [55, 71, 48, 90, 62, 77, 35, 66, 81, 58, 44, 73],
  HIST: [60, 64, 70, 72, 81, 60, 52, 75, 66, 49, 62, 80],
  MATH: [82, 40, 66, 58, 91, 47, 73, 35, 69, 88, 52, 61],
  SPAN: [70, 55, 59, 80, 75, 69, 50, 54, 77, 72, 47, 66],
};
/** By how much each student moved. */
const moves = [2, -3, 1, 4, -2, 0, 3, -1, 2, -4, 1, 0];
const now = (id: Id): number[] => before[id].map((mark, row) => mark + (moves[row] ?? 0));

const make = (change: {
  marks?: Partial<Record<Id, (number | null)[]>>;
  student?: (row: number) => Partial<StudentToJudge>;
  subject?: (id: Id, row: number) => Partial<SubjectToJudge>;
  highest?: [Id, number][];
}): ClassToJudge => ({
  classId: '2B',
  sessions: 120,
  highestBefore: new Map<string, number>(change.highest ?? []),
  firstNames: new Set(['Ana', 'Ben']),
  students: moves.map((_, row) => ({
    studentId: `S${row}`,
    firstName: 'Ana',
    otherNames: ['Ali'],
    sex: 'female',
    timesAbsent: 3,
    timesLate: 1,
    register: { absent: 3, late: 1 },
    formTeacherComments: null,
    deanComments: null,
    subjects: (Object.keys(titles) as Id[]).map((id) => ({
      subjectId: id,
      title: titles[id],
      total: (change.marks?.[id] ?? now(id))[row] ?? null,
      before: before[id][row] ?? null,
      timesAbsent: 2,
      comment: null,
      ...change.subject?.(id, row),
    })),
    ...change.student?.(row),
  })),
});

/** "rule student subject". */
const found = (of: ClassToJudge) =>
  judgeClass(of).map(({ rule, studentId, subjectId }) => `${rule} ${studentId} ${subjectId}`);

describe('a class', () => {
  it('has nothing improbable where all moved a little, or the paper was harder for everybody', () => {
    expect(found(make({}))).toEqual([]);
    expect(found(make({ marks: { MATH: now('MATH').map((mark) => mark - 20) } }))).toEqual([]);
  });

  it('has two columns swapped, which are named both', () => {
    expect(found(make({ marks: { MATH: now('ENGL'), ENGL: now('MATH') } }))).toEqual([
      'columnsSwapped null ENGL',
      'columnsSwapped null MATH',
    ]);
  });

  it('has a column that is shifted by a row, from the first or a later one, up or down', () => {
    const marks = now('MATH');
    const down = [null, ...marks.slice(0, -1)];
    expect(found(make({ marks: { MATH: down } }))).toEqual(['rowsShifted S0 MATH']);
    expect(found(make({ marks: { MATH: [...marks.slice(1), null] } }))).toEqual(['rowsShifted S0 MATH']);
    const later = [...marks.slice(0, 3), 50, ...marks.slice(3, -1)];
    // S3 has a mark of nobody, and S4 the first that is the neighbour's.
    expect(found(make({ marks: { MATH: later } }))).toEqual(['rowsShifted S4 MATH']);
  });

  it('has a mark far from the student’s others and from last term’s', () => {
    const marks = now('MATH');
    expect(found(make({ marks: { MATH: marks.with(4, 8.9) } }))).toEqual(['farFromOthers S4 MATH']);
    expect(found(make({ marks: { MATH: marks.with(7, 70) } }))).toEqual([]);
    // One who was always weak in it.
    const weak = make({ subject: (id, row) => (id === 'MATH' && row === 4 ? { total: 9, before: 12 } : {}) });
    expect(found(weak)).toEqual([]);
  });

  it.each<[string, number[], boolean]>([
    ['all the same', Array(12).fill(60), true],
    ['all 0', Array(12).fill(0), true],
    ['nearly all 0', [...Array(10).fill(0), 60, 70], true],
    ['some 0', [0, 0, ...now('MATH').slice(2)], false],
  ])('has the same mark for everybody: %s', (_name, marks, is) => {
    const warnings = found(make({ marks: { MATH: marks } })).filter((one) => one.startsWith('allSame'));
    expect(warnings).toEqual(is ? ['allSame null MATH'] : []);
  });

  it('has a mark above what the class ever had, of a student who was not near it', () => {
    // S11 had 61 last term.
    const of = (total: number, highest: number) =>
      found(make({ marks: { MATH: now('MATH').with(11, total) }, highest: [['MATH', highest]] }));
    expect(of(80, 92)).toEqual([]);
    expect(of(97, 92)).toEqual(['aboveClass S11 MATH']);
    // S4 had 91: it is no wonder.
    expect(found(make({ marks: { MATH: now('MATH').with(4, 97) }, highest: [['MATH', 92]] }))).toEqual([]);
  });

  it.each<[string, Partial<StudentToJudge>, string[]]>([
    ['as the register', { timesAbsent: 3 }, []],
    ['two more, as of a day that was corrected', { timesAbsent: 5 }, []],
    ['three more', { timesAbsent: 6 }, ['unlikeRegister S5 null']],
    ['none, and five late', { timesAbsent: 0, timesLate: 6 }, ['unlikeRegister S5 null', 'unlikeRegister S5 null']],
    ['nothing entered', { timesAbsent: null, timesLate: null }, []],
    ['no register', { timesAbsent: 90, register: null }, []],
    ['all sessions', { timesAbsent: 119, timesLate: 1, register: null }, []],
    ['more than all', { timesAbsent: 120, timesLate: 1, register: null }, ['moreThanSessions S5 null']],
  ])('has attendance of a student: %s', (_name, change, warnings) => {
    expect(found(make({ student: (row) => (row === 5 ? change : {}) }))).toEqual(warnings);
  });

  it('says which of the two counts is meant', () => {
    const said = (change: Partial<StudentToJudge>) =>
      judgeClass(make({ student: (row) => (row === 5 ? change : {}) })).map(({ text }) => text);
    expect(said({ timesAbsent: 6, timesLate: 9 })).toEqual([
      'Times absent: the report has 6, the register counts 3.',
      'Times late: the report has 9, the register counts 1.',
    ]);
    expect(said({ timesAbsent: 120, timesLate: 1, register: null })).toEqual([
      'Times absent and late: 121, and the term has 120 sessions.',
    ]);
  });

  it('has more absences from a subject than sessions', () => {
    const of = (timesAbsent: number) =>
      found(make({ subject: (id, row) => (id === 'SPAN' && row === 2 ? { timesAbsent } : {}) }));
    expect(of(120)).toEqual([]);
    expect(of(121)).toEqual(['moreThanSessions S2 SPAN']);
  });

  it('has the same words for many, whatever the names and pronouns in them: one warning', () => {
    const same = (many: number, text: string) =>
      found(make({ subject: (id, row) => (id === 'HIST' && row < many ? { comment: text } : {}) }));
    expect(same(5, 'Ana should work harder in her next term.')).toEqual(['sameWords S0 HIST']);
    expect(same(4, 'Ana should work harder in her next term.')).toEqual([]);
    expect(same(12, 'Well done.')).toEqual([]);
  });

  it('has remarks that are judged one by one, each with its cell', () => {
    const of = make({
      student: (row) => (row === 1 ? { deanComments: 'He is polite.', formTeacherComments: 'Ben is polite.' } : {}),
      subject: (id, row) => (id === 'SPAN' && row === 2 ? { comment: 'Works well, but' } : {}),
    });
    expect(judgeClass(of).map(({ rule, studentId, subjectId, field }) => [rule, studentId, subjectId, field])).toEqual([
      ['otherName', 'S1', null, 'formTeacherComments'],
      ['wrongPronoun', 'S1', null, 'deanComments'],
      ['unfinished', 'S2', 'SPAN', 'comment'],
    ]);
  });

  it('that is empty, or has nothing entered, has nothing improbable', () => {
    expect(judgeClass({ ...make({}), students: [] })).toEqual([]);
    const blank = make({ subject: () => ({ total: null, before: null, timesAbsent: null }) });
    expect(found(blank)).toEqual([]);
  });
});
