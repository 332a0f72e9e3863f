import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { TestClient } from '../../support/callers/client.ts';
import { isWholeRun } from '../../support/samples/whole-run.ts';
import { startServer } from '../../support/school/server.ts';
import { password } from '../../support/school/small-school.ts';
import { readCards } from '../term-reports/report-cards/printed-cards.ts';
import { expectedMarks, specifiedMaxima, type Term, typedExam } from './expected-marks.ts';
import { type GradedPupil, gradesFile, hasGrades, readGrades, splitCsvLine } from './real-grades.ts';
import { registerPupils, terms, year, yearId } from './school-of-pupils.ts';

if (!hasGrades) {
  process.stdout.write(`Skipped: the real grades are not at ${gradesFile}; FORMROOM_SHARED_DATA names their folder.\n`);
}

const lesson = { employee_id: 'T1', subject_id: 'POR' };

it('reads quoted cells as they are meant', () => {
  expect(splitCsvLine('"GP",18,"a, ""b""",,"0", 11')).toEqual(['GP', '18', 'a, "b"', '', '0', '11']);
});

describe.skipIf(!hasGrades)('the real grades of 649 pupils', () => {
  let server: RunningSchool;
  let teacher: TestClient;
  let dean: TestClient;
  const pupils = hasGrades ? readGrades() : [];
  const all = [...Map.groupBy(pupils, ({ classId }) => classId)].sort(([a], [b]) => a.localeCompare(b));
  // By day one class of each level.
  const classes = isWholeRun
    ? all
    : [...Map.groupBy(all, ([, [first]]) => first?.formLevel).values()].flatMap(([first]) => (first ? [first] : []));
  const entered = classes.flatMap(([, members]) => members);

  beforeAll(async () => {
    server = await startServer({ isDemo: false, site: 'none' });
    await registerPupils(entered);
    teacher = await new TestClient(server.url).signIn('teresa', password);
    dean = await new TestClient(server.url).signIn('diana', password);
  });
  afterAll(() => server.stop());

  it('are read whole: every form, both schools, and zeros among the grades', () => {
    expect(pupils).toHaveLength(649);
    expect(new Set(pupils.map(({ studentId }) => studentId)).size).toBe(649);
    expect(new Set(pupils.map(({ formLevel }) => formLevel))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
    expect(new Set(entered.map(({ formLevel }) => formLevel))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
    for (const { g1, g2, g3 } of pupils) expect(Math.max(g1, g2, g3)).toBeLessThanOrEqual(20);
    expect(pupils.filter(({ g3 }) => g3 === 0).length).toBeGreaterThan(5);
    // Sums of whole columns, taken from the file with awk.
    const sum = (name: 'g1' | 'g2' | 'g3' | 'absences') => pupils.reduce((all, pupil) => all + pupil[name], 0);
    expect([sum('g1'), sum('g2'), sum('g3'), sum('absences')]).toEqual(columnSums);
  });

  describe.each(terms)('in term %i', (term) => {
    it('are entered by their teacher, and an exam is refused where the term has none', {
      timeout: 300_000,
    }, async () => {
      for (const [classId, members] of classes) await addAssessments(classId, members, term);
      await twentyAtATime(entered, (pupil) => enter(pupil, term));
    });

    it('stand in the mark sheets with the course marks that follow from them', { timeout: 120_000 }, async () => {
      for (const [classId, members] of classes) await checkSheet(classId, members, term);
    });

    it('are averaged in the lists of term reports', { timeout: 120_000 }, async () => {
      for (const [classId, members] of classes) await checkList(classId, members, term);
    });

    it('are printed in the report cards, with totals, averages and absences', { timeout: 300_000 }, async () => {
      for (const [classId, members] of classes) await checkCards(classId, members, term);
    });
  });

  /** G1 and G2. Where the course is closed they are not entered. */
  async function addAssessments(classId: string, [first]: GradedPupil[], term: Term): Promise<void> {
    const formLevel = first?.formLevel ?? 0;
    if (specifiedMaxima(formLevel, term).course === null) return;
    for (const number of [1, 2]) {
      const { status } = await teacher.call(markBookContract.saveAssessment, {
        ...lesson,
        academic_year_id: yearId,
        term,
        form_level: formLevel,
        form_classes: [classId],
        assesment_number: number,
        topic: `G${number}`,
        date: null,
        total: 20,
      });
      expect(status).toBe(200);
    }
  }

  async function enter(pupil: GradedPupil, term: Term): Promise<void> {
    const max = specifiedMaxima(pupil.formLevel, term);
    const grades = max.course === null ? [] : [pupil.g1, pupil.g2];
    for (const [index, mark] of grades.entries()) {
      const { status } = await teacher.call(markBookContract.saveMark, {
        ...lesson,
        academic_year_id: yearId,
        term,
        form_class_id: pupil.classId,
        student_id: pupil.studentId,
        assesment_number: index + 1,
        mark,
        was: null,
      });
      expect(status).toBe(200);
    }
    const { status } = await teacher.call(markSheetContract.saveSubjectRecord, {
      student_id: pupil.studentId,
      class_id: pupil.classId,
      subject_id: 'POR',
      year,
      term,
      exam_mark: max.exam === null ? 1 : Number(typedExam(pupil.g3, max.exam)),
      was: { exam_mark: null },
    });
    expect(status).toBe(max.exam === null ? 422 : 200);
  }

  async function checkSheet(classId: string, members: readonly GradedPupil[], term: Term): Promise<void> {
    const formLevel = members[0]?.formLevel ?? 0;
    const { body } = await teacher.call(markSheetContract.readMarkSheetOfLesson, {
      ...lesson,
      form_classes: classId,
      form_level: String(formLevel),
      year: String(year),
      term: String(term),
    });
    const shown = body.data.map((row) => [row.student_id, oneDecimal(row.course_mark), text(row.exam_mark)]);
    const expected = members.map((pupil) => {
      const { course, exam } = expectedMarks(pupil, term);
      return [pupil.studentId, course, exam];
    });
    expect(shown).toEqual(expected);
    const entered = specifiedMaxima(formLevel, term).exam === null ? 0 : members.length;
    expect(body).toMatchObject({ total: members.length, registered: members.length, entered });
  }

  async function checkList(classId: string, members: readonly GradedPupil[], term: Term): Promise<void> {
    const { body } = await dean.call(termReportsContract.readClassTermReports, {
      class_id: classId,
      year: String(year),
      term: String(term),
    });
    const shown = body.data.map(({ student_id, first_name, last_name, entered, of, average }) => ({
      student_id,
      name: nameOf({ firstName: first_name, lastName: last_name }),
      entered,
      of,
      average,
    }));
    expect(shown).toEqual(
      members.map((pupil) => ({
        student_id: pupil.studentId,
        name: nameOf(pupil),
        entered: 1,
        of: 1,
        average: expectedMarks(pupil, term).average,
      })),
    );
  }

  async function checkCards(classId: string, members: readonly GradedPupil[], term: Term): Promise<void> {
    const path = `/report-card?classId=${classId}&year=${year}&term=${term}`;
    const cards = await readCards(await dean.send({ method: 'GET', path }));
    expect(cards.map(({ name }) => name)).toEqual(members.map(nameOf));
    for (const [index, pupil] of members.entries()) {
      const { course, exam, total, average } = expectedMarks(pupil, term);
      const marks = [course, exam, total].filter((mark) => mark !== null);
      const [row, ...others] = cards[index]?.rows ?? [];
      expect(others).toEqual([]);
      // There is no column for a part that is closed; the six others are counts, grades and comment.
      expect(row).toEqual(['Portuguese Teresa Sá', ...marks, '–', '–', '–', '–', '']);
      expect(cards[index]?.texts).toEqual(
        expect.arrayContaining([
          `Student ID ${pupil.studentId}`,
          `Class ${classId}`,
          `Average ${average} %`,
          `Times absent ${pupil.absences}`,
        ]),
      );
    }
  }
});

/** Number of pupils' G1, G2, G3 and absences together. */
const columnSums = [7398, 7509, 7727, 2375];

const nameOf = ({ lastName, firstName }: Pick<GradedPupil, 'lastName' | 'firstName'>): string =>
  `${lastName}, ${firstName}`;
/** As it is shown; a mark with more decimals stays as it is, and is noticed. */
const oneDecimal = (mark: Mark | null): string | null => (Number.isInteger(mark) ? `${mark}.0` : text(mark));

const text = (mark: Mark | null): string | null => (mark === null ? null : String(mark));

async function twentyAtATime<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: 20 }, worker));
}
