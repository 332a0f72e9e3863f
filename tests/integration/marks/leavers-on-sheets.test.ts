import { beforeAll, describe, expect, it } from 'vitest';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../support/school/small-school.ts';

const server = schoolForTests();
const [mona, eric, office] = [server.as('T1'), server.as('T2'), server.as('A1')];

/** A row as [student, last day, exam mark]. */
type Row = [string, string | undefined, unknown];

const ofTerm = { year: String(year), term: String(term) };

async function readSheet(client = mona, of: object = { employee_id: 'T1' }) {
  const { status, body } = await client.call(markSheetContract.readMarkSheetOfLesson, {
    ...{ subject_id: 'MATH', class_id: '1A', form_level: '1', ...ofTerm },
    ...of,
  });
  expect(status).toBe(200);
  const rows = body.data.map(({ student_id, left, exam_mark }): Row => [student_id, left, exam_mark]);
  return { rows, counts: [body.total, body.registered, body.entered] };
}

async function readBook(client = mona) {
  const { status, body } = await client.call(markBookContract.readMarkBook, {
    ...{ employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, form_class_id: '1A', form_level: '1' },
    term: String(term),
  });
  expect(status).toBe(200);
  return body.students.map(({ id, left, marks }): Row => [id, left, marks]);
}

const saveExam = (exam_mark: number, client = mona) =>
  client.call(markSheetContract.saveSubjectRecord, { student_id: 'S03', subject_id: 'MATH', year, term, exam_mark });

const leave = async (student_id: string, date_of_leaving: string) =>
  expect(
    (await office.call(studentRegisterContract.archiveStudent, { student_id, date_of_leaving, reason: null })).status,
  ).toBe(200);

describe('somebody who left in a term, on its sheets', () => {
  beforeAll(async () => {
    await leave('S03', '2025-11-12');
    // After the last day of the term, which is 12 December: there to its end.
    await leave('S05', '2025-12-15');
  });

  it('stays in the place by name on the teacher’s and the office’s mark sheet, with the day, and is not counted', async () => {
    const sheet = await readSheet();
    expect(sheet.rows).toEqual([
      ['S01', undefined, null],
      ['S02', undefined, null],
      ['S03', '2025-11-12', null],
      ['S04', undefined, null],
      ['S05', undefined, null],
      ['S06', undefined, null],
    ]);
    expect(sheet.counts).toEqual([5, 5, 0]);
    expect(await readSheet(office, {})).toEqual(sheet);
  });

  it('stays on another teacher’s sheet of the class too', async () => {
    const { rows } = await readSheet(eric, { employee_id: 'T2', subject_id: 'ENGL' });
    expect(rows[2]).toEqual(['S03', '2025-11-12', null]);
  });

  it('stays in the mark book', async () => {
    const rows = await readBook();
    expect(rows.map(([id]) => id)).toEqual(['S01', 'S02', 'S03', 'S04', 'S05', 'S06']);
    expect(rows[2]).toEqual(['S03', '2025-11-12', {}]);
    expect(await readBook(office)).toEqual(rows);
  });

  it('is marked and corrected, on the sheet and in the book', async () => {
    expect((await saveExam(40)).status).toBe(200);
    expect((await saveExam(44)).status).toBe(200);
    const { rows, counts } = await readSheet();
    expect(rows[2]).toEqual(['S03', '2025-11-12', 44]);
    expect(counts).toEqual([5, 5, 0]);
    const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, form_class_id: '1A', term };
    const assessment = { ...page, form_level: 1, assesment_number: 1, total: 20, topic: null, date: null };
    expect((await mona.call(markBookContract.saveAssessment, assessment)).status).toBe(200);
    const mark = { ...page, student_id: 'S03', marks: [{ assesment_number: 1, mark: 12 }] };
    expect((await mona.call(markBookContract.saveMark, mark)).status).toBe(200);
    expect((await readBook())[2]).toEqual(['S03', '2025-11-12', { 1: 12 }]);
  });

  it('is not in how far the marks are, and stays on the sheet when the term is closed', async () => {
    const students = async () => {
      const lessons = await mona.call(markSheetContract.readLessonProgress, { employee_id: 'T1', ...ofTerm });
      const subjects = await office.call(markSheetContract.readClassProgress, { class_id: '1A', ...ofTerm });
      return [
        lessons.body.lessons.find(({ id }) => id === `${year}-MATH-1A`)?.students,
        subjects.body.subjects.find(({ subject_id }) => subject_id === 'MATH')?.students,
      ];
    };
    const open = await readSheet();
    expect((await office.call(termsContract.closeTerm, { academic_year_id: yearId, term })).status).toBe(200);
    // Now the term itself says who was there: also S05, who left after it.
    expect(await students()).toEqual([5, 5]);
    expect(await readSheet()).toEqual(open);
  });
});
