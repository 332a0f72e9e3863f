import { beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity, EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import {
  addAccount,
  addStudents,
  password,
  studentIdsOfClasses,
  term,
  year,
  yearId,
} from '../../../support/school/small-school.ts';
import { printCards, readCards } from './printed-cards.ts';

const school = schoolForTests();

type Name = 'mona' | 'eric' | 'dina' | 'fiona' | 'admin';

describe('a report card', () => {
  let clients: Record<Name, TestClient>;

  beforeAll(async () => {
    const post = { employeeId: 'T4', year, classId: '1B', formLevel: 1, name: 'Fiona Fox' };
    await executeActionOfTest(ClassPostEntity.put({ ...post, as: 'form teacher' }));
    await addAccount({ accountId: 'T4', role: 'teacher', userName: 'fiona', name: 'Fiona Fox' });
    const names: Name[] = ['mona', 'eric', 'dina', 'fiona', 'admin'];
    const signedIn = await Promise.all(names.map((name) => new TestClient(school.url).signIn(name, password)));
    clients = Object.fromEntries(names.map((name, index) => [name, signedIn[index]])) as typeof clients;
    await enterMarks();
  });

  const cardOf = async (studentId: string, change: Record<string, string> = {}) => {
    const answer = await printCards(clients.admin, { studentId, ...change });
    expect(answer.status).toBe(200);
    const [card, ...others] = await readCards(answer);
    if (!card || others.length > 0) throw new Error('one card was asked for');
    return card;
  };

  it('needs a student or a class', async () => {
    const { status, error } = await printCards(clients.admin, {});
    expect([status, error?.fields]).toEqual([422, { studentId: ['Name a student or a class.'] }]);
  });

  it('answers a PDF that is shown in place and kept nowhere', async () => {
    const { status, headers, bytes } = await printCards(clients.admin, { studentId: 'S01' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('content-disposition')).toBe('inline');
    expect(Number(headers.get('content-length'))).toBe(bytes.length);
    expect(new TextDecoder('latin1').decode(bytes.slice(0, 5))).toBe('%PDF-');
    expect(new TextDecoder('latin1').decode(bytes.slice(-7)).trim()).toMatch(/%%EOF$/);
  });

  describe('prints', () => {
    it('the marks of a student as they are computed, with grades, counts and comment', async () => {
      const card = await cardOf('S01');
      expect(card.name).toBe('Lastname S01, Pupil S01');
      expect(card.rows).toEqual([
        ['English Language Eric Ali', '–', '61', '–', '–', '–', '–', '–', ''],
        // 12 of 20 and 20 of 25 are 71.1 %, of 30 21.3; with 45.5 of 70 66.8 %.
        ['Mathematics Mona Núñez', '21.3', '45.5', '66.8', '3', '1', 'A', 'C', 'Steady work, “well done”.'],
      ]);
      expect(card.texts).toContain('Average 66.8 % 1 of 2 entered');
    });

    it('a class by name, each student with their marks', async () => {
      const answer = await printCards(clients.mona, { classId: '1A' });
      const cards = await readCards(answer);
      expect(cards.map((card) => card.name)).toEqual(
        studentIdsOfClasses['1A'].map((id) => `Lastname ${id}, Pupil ${id}`),
      );
      expect(cards[0]).toEqual(await cardOf('S01'));
      expect(cards[1]).toEqual(await cardOf('S02'));
    });

    it('the dates and the attendance of the period, and what the report says of the student', async () => {
      await executeActionOfTest(PeriodEntity.update({ year, term }, { set: { newTermBeginning: '2026-01-05' } }));
      await executeActionOfTest(
        StudentEntity.update(
          { studentId: 'S04' },
          { set: { dateOfBirth: '2013-03-09', houseCode: 'G', middleName: 'Zoë' } },
        ),
      );
      const set = {
        ...({ timesAbsent: 0, timesLate: 4, authority: 'A', responsibility: 'B', cooperation: 'E' } as const),
        coCurricular: ['Chess Club', 'Choir'],
        formTeacherComments: 'Kind to everybody.',
        deanComments: 'Keep it up.',
      };
      await changeRecordOfTest(TermReportEntity, { studentId: 'S04', year, term }, set);
      const card = await cardOf('S04');
      expect(card.name).toBe('Lastname S04, Pupil S04 Zoë');
      for (const text of [
        'Northgate Secondary School',
        'Term 1, 2025-2026',
        'Student ID S04',
        'Class 1A',
        'Form 1',
        'Date of birth 09-Mar-2013',
        'House Green',
        'Term began 01-Sep-2025',
        'Term ended 12-Dec-2025',
        'New term begins 05-Jan-2026',
        'Possible attendance 120',
        'Times absent 0',
        'Times late 4',
        'Authority A',
        'Responsibility B',
        'Cooperation E',
        'Chess Club, Choir',
        'Kind to everybody.',
        'Keep it up.',
        'Mona Núñez Form teacher',
        "Dina O'Brien Dean",
        'Dr. Maureen O’Brien-Castillo Principal',
      ]) {
        expect(card.texts).toContain(text);
      }
    });

    it('of several teachers of a class the one who entered the marks, and all before anyone has', async () => {
      await putRecords(LessonEntity, [
        { employeeId: 'T2', year, subjectId: 'MATH', classId: '4A', formLevel: 4 },
        // Somebody the office has no record of any more has no name to print.
        { employeeId: 'T9', year, subjectId: 'ENGL', classId: '4A', formLevel: 4 },
        { employeeId: 'T3', year, subjectId: 'ENGL', classId: '4A', formLevel: 4 },
      ]);
      expect(await EmployeeEntity.get({ employeeId: 'T9' })).toBeUndefined();
      const subjects = async (id: string) => (await cardOf(id)).rows.map(([title]) => title);
      expect(await subjects('S41')).toEqual(["English Language Dina O'Brien", 'Mathematics Mona Núñez, Eric Ali']);
      const input = { student_id: 'S41', subject_id: 'MATH', year, term, exam_mark: 40 };
      expect((await clients.eric.call(markSheetContract.saveSubjectRecord, input)).status).toBe(200);
      expect(await subjects('S41')).toEqual(["English Language Dina O'Brien", 'Mathematics Eric Ali']);
      expect(await subjects('S42')).toEqual(["English Language Dina O'Brien", 'Mathematics Mona Núñez, Eric Ali']);
    });

    it('neither post nor name where a class has no form teacher or dean', async () => {
      const { texts } = await cardOf('S45');
      expect(texts).toContain('Form teacher');
      expect(texts).toContain('Dean');
      expect(texts).not.toContain('Mona Núñez Form teacher');
    });

    it('nobody who is not registered for the term', async () => {
      await executeActionOfTest(TermReportEntity.delete({ studentId: 'S13', year, term }));
      const cards = await readCards(await printCards(clients.dina, { classId: '1B' }));
      expect(cards.map((card) => card.name)).toEqual(['Lastname S11, Pupil S11', 'Lastname S12, Pupil S12']);
    });
  });

  describe('after a student has moved to another class', () => {
    beforeAll(async () => {
      await addStudents('1A', ['M1']);
      await mark('M1', 45.5);
      const inOther = { classId: '1B', formLevel: 1 };
      await changeRecordOfTest(StudentEntity, { studentId: 'M1' }, inOther);
      const person = { studentId: 'M1', firstName: 'Pupil M1', lastName: 'Lastname M1', ...inOther };
      await putRecords(
        StudentSubjectAssignmentEntity,
        ['MATH', 'ENGL'].map((subjectId) => ({ ...person, subjectId })),
      );
      // Entered after the move, by the teacher of the class of that term.
      const late = { student_id: 'M1', subject_id: 'ENGL', year, term, exam_mark: 52 };
      expect((await clients.eric.call(markSheetContract.saveSubjectRecord, late)).status).toBe(200);
    });

    it('prints the class of that term with all of its marks, alone and with the class', async () => {
      const card = await cardOf('M1');
      expect(card.texts).toContain('Class 1A');
      expect(card.rows).toEqual([
        ['English Language Eric Ali', '–', '52', '–', '–', '–', '–', '–', ''],
        ['Mathematics Mona Núñez', '21.3', '45.5', '66.8', '–', '–', '–', '–', ''],
      ]);
      const ofClass = await readCards(await printCards(clients.mona, { classId: '1A' }));
      expect(ofClass.find(({ name }) => name === card.name)).toEqual(card);
      const ofOther = await readCards(await printCards(clients.fiona, { classId: '1B' }));
      expect(ofOther.map(({ name }) => name)).not.toContain(card.name);
    });

    it('shows the report to the posts of the class of that term, not to those of the new one', async () => {
      expect((await printCards(clients.mona, { studentId: 'M1' })).status).toBe(200);
      expect((await printCards(clients.fiona, { studentId: 'M1' })).status).toBe(403);
    });

    it('is not in the new class when both are named', async () => {
      expect((await printCards(clients.admin, { studentId: 'M1', classId: '1A' })).status).toBe(200);
      const { status, error } = await printCards(clients.admin, { studentId: 'M1', classId: '1B' });
      expect([status, error?.message]).toEqual([404, [termReportWordings.notRegistered]]);
      expect((await printCards(clients.dina, { studentId: 'M1', classId: '1B' })).status).toBe(403);
    });
  });

  /** Mathematics of a student of 1A: 12 of 20 and 20 of 25 in the mark book, and the exam. */
  async function mark(studentId: string, exam: number, fields = {}): Promise<void> {
    const where = { employee_id: 'T1', subject_id: 'MATH', form_class_id: '1A', academic_year_id: yearId, term };
    for (const [assesment_number, value] of [
      [1, 12],
      [2, 20],
    ] as const) {
      const typed = { ...where, student_id: studentId, assesment_number, mark: value };
      expect((await clients.mona.call(markBookContract.saveMark, typed)).status).toBe(200);
    }
    const record = { student_id: studentId, subject_id: 'MATH', year, term, exam_mark: exam, ...fields };
    expect((await clients.mona.call(markSheetContract.saveSubjectRecord, record)).status).toBe(200);
  }

  async function enterMarks(): Promise<void> {
    for (const [assesment_number, total] of [
      [1, 20],
      [2, 25],
    ] as const) {
      await clients.mona.call(markBookContract.saveAssessment, {
        employee_id: 'T1',
        subject_id: 'MATH',
        form_class_id: '1A',
        academic_year_id: yearId,
        form_level: 1,
        term,
        assesment_number,
        topic: null,
        date: null,
        total,
      });
    }
    await mark('S01', 45.5, { late: 1, absent: 3, app: 'A', con: 'C', comment: 'Steady work, “well done”.' });
    const english = { student_id: 'S01', subject_id: 'ENGL', year, term, exam_mark: 61 };
    expect((await clients.eric.call(markSheetContract.saveSubjectRecord, english)).status).toBe(200);
    const record = { studentId: 'S02', year, term, classId: '1A', formLevel: 1, examOutOf: 70 };
    await putRecords(SubjectRecordEntity, [
      { ...record, subjectId: 'ENGL', workSum: 8, workOutOf: 8, exam: 70 },
      { ...record, subjectId: 'MATH', workSum: 42, workOutOf: 100, exam: 0 },
    ]);
  }
});
