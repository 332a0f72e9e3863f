import type { Locator, Page } from 'playwright-core';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { cellText, type Lesson, term, testWeek, year, yearId } from '../oracle-school.ts';
import type { Column } from '../read-typed.ts';
import type { OracleScreen } from '../screen.ts';
import { SheetModel } from './model.ts';
import { planSteps } from './plan.ts';
import { SheetSurface } from './surface.ts';

/**
 * The order in which columns are shown is the screen's; what each takes is the specification's. Columns not named only
 * show.
 */
const typingOf =
  (known: readonly Column[], { isWindow = false } = {}): OracleScreen['typing'] =>
  async (page) => {
    const cells = page.locator('[data-row]').first().locator('[data-column]');
    const ids = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-column') ?? ''));
    const columns = ids.map((id) => known.find((column) => column.id === id) ?? ({ id, kind: 'shown' } as const));
    const surface = new SheetSurface(page);
    const rows = await surface.rows();
    return {
      model: new SheetModel(columns, rows),
      surface,
      plan: (seed, strokes) => planSteps({ seed, strokes, columns, rows, isWindow }),
      keysFor: (value) => [...value, 'Enter'],
      shown: surface.values,
    };
  };
const levelOf = (classId: string): string => classId.slice(0, 1);
const recordTrail = ({ subjectId }: Lesson, row: string) => `student#${row}#${year}#${term}#${subjectId}`;
/** Not by its role: a window that has opened by itself hides the page behind it. */
const waitForGrid = async (page: Page) => page.locator('[role=grid]').waitFor();
const chooseLesson = async (page: Page, { title, classId }: Lesson) => {
  await page.getByRole('button', { name: new RegExp(`${title.replace('.', '\\.')} ${classId}`) }).click();
  await waitForGrid(page);
};

/** The trail tells a subject record's fields by their stored names. */
const sheetFields: Readonly<Record<string, string>> = {
  exam: 'exam_mark',
  timesLate: 'late',
  timesAbsent: 'absent',
  application: 'app',
  conduct: 'con',
  comment: 'comment',
};

export const markSheet: OracleScreen = {
  name: 'Enter Marks',
  isOfficeRival: true,
  // Forms 1 to 4, term 1: course 30, exam 70 (SPEC §5); counts of three digits; comments of 500 characters.
  typing: typingOf([
    { id: 'exam_mark', kind: 'number', max: 70, decimals: 1, takesWords: true },
    { id: 'late', kind: 'number', max: 999, decimals: 0 },
    { id: 'absent', kind: 'number', max: 999, decimals: 0 },
    { id: 'app', kind: 'grade' },
    { id: 'con', kind: 'grade' },
    { id: 'comment', kind: 'text', limit: 500 },
  ]),
  prepare: async () => {},
  open: async (page, lesson) => {
    await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
    await chooseLesson(page, lesson);
  },
  reopen: waitForGrid,
  putAway: async () => {},
  stored: async (client, { teacherId, subjectId, classId }) => {
    const input = { employee_id: teacherId, subject_id: subjectId, class_id: classId, form_level: levelOf(classId) };
    const { status, body } = await client.call(markSheetContract.readMarkSheetOfLesson, {
      ...input,
      year: String(year),
      term: String(term),
    });
    if (status !== 200) throw new Error(`The sheet could not be read: ${status}`);
    return new Map(
      body.data.flatMap((row) =>
        (['exam_mark', 'late', 'absent', 'app', 'con', 'comment'] as const).map((column): [string, string] => [
          `${row.student_id} ${column}`,
          cellText(row[column]),
        ]),
      ),
    );
  },
  write: async (client, { subjectId }, { row, column }, value) => {
    const input = { student_id: row, subject_id: subjectId, year, term, [column]: Number(value) };
    return (await client.call(markSheetContract.saveSubjectRecord, input)).status === 200;
  },
  trailSubject: recordTrail,
  columnOfField: (field) => sheetFields[field] ?? null,
  labels: {
    exam_mark: 'Exam mark',
    late: 'Times late',
    absent: 'Times absent',
    app: 'Application',
    con: 'Conduct',
    comment: 'Comment',
  },
};

/** Of the five assessments the last has no total. */
const totals = [20, 25, 50, 100] as const;
const pageOf = ({ teacherId, subjectId }: Lesson) => ({
  employee_id: teacherId,
  subject_id: subjectId,
  academic_year_id: yearId,
  term,
});

const markBook: OracleScreen = {
  name: 'the mark book',
  isOfficeRival: true,
  typing: typingOf([
    ...totals.map(
      (max, index): Column => ({ id: `assessment ${index + 1}`, kind: 'number', max, decimals: 0, takesWords: true }),
    ),
    { id: 'assessment 5', kind: 'number', max: 100, decimals: 0, refuses: 'no total', takesWords: true },
  ]),
  prepare: async ({ office }, lesson) => {
    for (const [index, total] of totals.entries()) {
      const { status } = await office.call(markBookContract.saveAssessment, {
        ...pageOf(lesson),
        form_class_id: lesson.classId,
        form_level: Number(levelOf(lesson.classId)),
        assesment_number: index + 1,
        topic: `Topic ${index + 1}`,
        date: null,
        total,
      });
      if (status !== 200) throw new Error(`No total could be set: ${status}`);
    }
  },
  open: async (page, lesson) => {
    await page.getByRole('link', { name: /Enter Marks - Course Work/ }).click();
    await chooseLesson(page, lesson);
  },
  reopen: waitForGrid,
  putAway: async () => {},
  stored: async (client, lesson) => {
    const { term: of, ...page } = pageOf(lesson);
    const input = { ...page, form_class_id: lesson.classId, form_level: levelOf(lesson.classId), term: String(of) };
    const { status, body } = await client.call(markBookContract.readMarkBook, input);
    if (status !== 200) throw new Error(`The page could not be read: ${status}`);
    return new Map(
      body.students.flatMap((student) =>
        body.assesments.map(({ assesment_number: number }): [string, string] => [
          `${student.id} assessment ${number}`,
          cellText(student.marks[number]),
        ]),
      ),
    );
  },
  write: async (client, lesson, { row, column }, value) => {
    const number = Number(column.split(' ')[1]);
    const input = {
      ...pageOf(lesson),
      form_class_id: lesson.classId,
      student_id: row,
      assesment_number: number,
      mark: Number(value),
    };
    return (await client.call(markBookContract.saveMark, input)).status === 200;
  },
  trailSubject: recordTrail,
  columnOfField: (field) => (/^assessment \d+$/.test(field) ? field : null),
  labels: Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`assessment ${number}`, `Assessment ${number}`])),
};

const weekOf = ({ classId, subjectId }: Lesson) => ({
  week_end_date: testWeek,
  form_class_id: classId,
  subject_id: subjectId,
});

const weeklyTests: OracleScreen = {
  name: 'weekly tests',
  isOfficeRival: false,
  typing: typingOf([{ id: 'mark', kind: 'number', max: 40, decimals: 1, takesWords: true }], { isWindow: true }),
  prepare: async (school, lesson) => {
    const client = await school.clientOf(lesson.userName);
    const input = { ...weekOf(lesson), max_mark: 40 };
    const { status } = await client.call(weeklyTestsContract.saveWeeklyTestOfClass, input);
    if (status !== 200) throw new Error(`No test could be added: ${status}`);
  },
  open: async (page, lesson) => {
    await page.getByRole('link', { name: /Weekly Tests/ }).click();
    await openTest(page, lesson, async () => {});
  },
  reopen: openTest,
  putAway: async (page, clearTheWay) => {
    const sheet = page.locator('[role=dialog]').filter({ hasText: 'Sheet menu' });
    const close = sheet.getByRole('button', { name: 'Close', exact: true }).first();
    await pressPast(clearTheWay, close, async () => !(await sheet.isVisible()));
  },
  stored: async (client, lesson) => {
    const { status, body } = await client.call(weeklyTestsContract.readMarksOfWeeklyTest, weekOf(lesson));
    if (status !== 200) throw new Error(`The test could not be read: ${status}`);
    return new Map(body.students.map(({ student_id, mark }) => [`${student_id} mark`, cellText(mark)]));
  },
  write: async (client, lesson, { row }, value) => {
    const input = { ...weekOf(lesson), marks: [{ student_id: row, mark: Number(value) }] };
    const { status, body } = await client.call(weeklyTestsContract.importWeeklyTests, input);
    return status === 200 && body.saved.length === 1;
  },
  trailSubject: ({ classId, subjectId }, row) => `weekly#${testWeek}#${classId}#${subjectId}#${row}`,
  columnOfField: (field) => (field === 'mark' ? 'mark' : null),
  labels: { mark: 'Mark' },
};

async function openTest(page: Page, { title }: Lesson, clearTheWay: () => Promise<void>): Promise<void> {
  const test = page.getByRole('row', { name: new RegExp(title.replace('.', '\\.')) });
  await page.locator('table').waitFor();
  const isOpen = () => page.locator('[role=dialog]').filter({ hasText: 'Sheet menu' }).isVisible();
  await pressPast(clearTheWay, test.getByRole('button', { name: 'Edit/View Marks' }), isOpen);
  await waitForGrid(page);
}

/**
 * A window may open by itself between looking and pressing, and then has the press; and what was slow may have been
 * pressed. Presses until it is done.
 */
async function pressPast(
  clearTheWay: () => Promise<void>,
  button: Locator,
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await clearTheWay();
    if (await isDone()) return;
    await button.click({ timeout: 3_000 }).catch(() => undefined);
    for (let look = 0; look < 20; look += 1) {
      if (await isDone()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`Pressed again and again without a result: ${button}`);
}

export const sheetScreens = [markSheet, markBook, weeklyTests] as const;
