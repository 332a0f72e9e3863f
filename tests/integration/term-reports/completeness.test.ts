import ExcelJS from 'exceljs';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { completenessWordings, remarkTitles } from '#shared/term-reports/wordings.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { holdClock } from '../../support/clock.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { studentIdsOfClasses, term, year } from '../../support/school/small-school.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';

const { readClassTermReports, readCompleteness, deleteSubjectRecord, checkPosting, saveTermReport } =
  termReportsContract;
const { saveSubjectRecord } = markSheetContract;
const inTerm = { year: String(year), term: String(term) };
const mona = { employee_id: 'T1', name: 'Mona Núñez' };
const eric = { employee_id: 'T2', name: 'Eric Ali' };
const dina = { employee_id: 'T3', name: "Dina O'Brien" };
const titles = { MATH: 'Mathematics', ENGL: 'English Language' } as const;

describe('how far a term is, by class, subject and teacher', () => {
  const school = schoolForTests();
  const admin = school.as('A1');
  const clients = { T1: school.as('T1'), T2: school.as('T2'), T3: school.as('T3') };

  const board = async (client = admin, level?: number) => {
    const { status, body } = await client.call(readCompleteness, {
      ...inTerm,
      ...(level === undefined ? {} : { form_level: String(level) }),
    });
    expect(status).toBe(200);
    return body;
  };
  const mark = async (studentId: string, subjectId: string, fields: object) => {
    const of = { student_id: studentId, subject_id: subjectId, year, term };
    expect((await admin.call(saveSubjectRecord, { ...of, ...fields })).status).toBe(200);
  };
  const remark = async (studentId: string, fields: object) =>
    expect((await admin.call(saveTermReport, { student_id: studentId, year, term, ...fields })).status).toBe(200);
  /** The course mark is the mark book's. */
  const giveCourse = async (studentId: string, subjectId: string, classId: string) => {
    const place = { classId, formLevel: Number(classId[0]) };
    const sums = { workSum: 10, workOutOf: 20 };
    const where = [place, { classId: null, formLevel: null }];
    await executeActionOfTest(
      SubjectRecordEntity.upsert({ studentId, year, term, subjectId }, { set: { ...place, ...sums }, where }),
    );
  };

  it('names every subject of a class with its teacher, and what form teacher and dean write', async () => {
    const { due, classes: counted, rows } = await board();
    expect(due).toBe('2025-12-12');
    expect(counted.filter(({ reports }) => reports > 0)).toEqual([
      { class_id: '1A', form_level: 1, reports: 6 },
      { class_id: '1B', form_level: 1, reports: 3 },
      { class_id: '4A', form_level: 4, reports: 4 },
      { class_id: '4B', form_level: 4, reports: 2 },
    ]);
    const ofClass = { class_id: '1A', form_level: 1, students: 6, texts: 0, first_missing: 'S01' };
    const ofSubject = { ...ofClass, part: 'subject', marks: 0, exams: 0, courses: 0 };
    const ofPost = { ...ofClass, subject_id: null, marks: null, exams: null, courses: null };
    expect(rows.filter(({ class_id }) => class_id === '1A')).toEqual([
      { ...ofSubject, subject_id: 'ENGL', title: 'English Language', abbr: 'ENGL', teachers: [eric] },
      { ...ofSubject, subject_id: 'MATH', title: 'Mathematics', abbr: 'MATH', teachers: [mona] },
      { ...ofPost, part: 'form teacher', title: remarkTitles.formTeacher, abbr: 'FT', teachers: [mona] },
      { ...ofPost, part: 'dean', title: 'Dean’s remarks', abbr: 'Dean', teachers: [dina] },
    ]);
    // Nobody was given English in Form 4, nor the posts there.
    expect(rows.filter(({ class_id, teachers }) => class_id === '4B' && teachers.length === 0)).toHaveLength(3);
  });

  it('has the number behind the names that several teachers have, so that none is taken for the other', async () => {
    const { EmployeeEntity } = await import('#functions/people/records/store.ts');
    const rename = (firstName: string, lastName: string) =>
      changeRecordOfTest(EmployeeEntity, { employeeId: 'T3' }, { firstName, lastName });
    await rename('Eric', 'Ali');
    onTestFinished(() => rename('Dina', "O'Brien"));
    const names = (await board()).rows.flatMap(({ teachers }) => teachers.map(({ name }) => name));
    expect([...new Set(names)].sort()).toEqual(['Eric Ali (2)', 'Eric Ali (3)', 'Mona Núñez']);
  });

  it('has the last save in it: a mark counts with both its parts, a text of spaces not', async () => {
    await giveCourse('S01', 'MATH', '1A');
    await mark('S01', 'MATH', { exam_mark: 50, comment: 'Steady.' });
    await mark('S02', 'MATH', { exam_mark: 0 });
    await giveCourse('S03', 'MATH', '1A');
    await remark('S01', { comments: 'Kind.', dcomments: 'Good.' });
    await remark('S02', { comments: 'Kind.' });
    const { rows } = await board(admin, 1);
    const of = (part: string, subjectId: string | null) =>
      rows.find((row) => row.class_id === '1A' && row.part === part && row.subject_id === subjectId);
    const counts = { marks: 1, exams: 2, courses: 2, texts: 1, first_missing: 'S02' };
    expect(of('subject', 'MATH')).toMatchObject(counts);
    expect(of('form teacher', null)).toMatchObject({ texts: 2, first_missing: 'S03' });
    expect(of('dean', null)).toMatchObject({ texts: 1, first_missing: 'S02' });
  });

  it('counts a student of a class with two teachers once: with the student’s own, or with both where none is named', async () => {
    await executeActionOfTest(
      LessonEntity.put({ employeeId: 'T2', year, subjectId: 'MATH', classId: '4A', formLevel: 4 }),
    );
    for (const [studentId, employeeId] of [
      ['S41', 'T1'],
      ['S42', 'T2'],
      ['S43', 'T2'],
    ] as const) {
      await executeActionOfTest(
        StudentSubjectAssignmentEntity.update({ studentId, subjectId: 'MATH' }, { set: { employeeId } }),
      );
    }
    const { rows } = await board(admin, 4);
    const maths = rows.filter(({ class_id, subject_id }) => class_id === '4A' && subject_id === 'MATH');
    expect(maths.map(({ teachers, students }) => [teachers.map(({ employee_id }) => employee_id), students])).toEqual([
      [['T2'], 2],
      [['T2', 'T1'], 1],
      [['T1'], 1],
    ]);
    await executeActionOfTest(LessonEntity.delete({ employeeId: 'T2', year, subjectId: 'MATH', classId: '4A' }));
    expect((await board(admin, 4)).rows.filter(({ class_id }) => class_id === '4A')).toHaveLength(4);
  });

  it('shows a form teacher and a dean their classes, another teacher none, and the office a level alone where it says so', async () => {
    const classesOf = async (accountId: keyof typeof clients, level?: number) => {
      const { classes: counted, rows } = await board(clients[accountId], level);
      const named = counted.map(({ class_id }) => class_id);
      expect([...new Set(rows.map(({ class_id }) => class_id))]).toEqual(named);
      return named;
    };
    expect(await classesOf('T1')).toEqual(['1A']);
    expect(await classesOf('T3')).toEqual(['1A', '1B']);
    expect(await classesOf('T3', 4)).toEqual([]);
    expect(await classesOf('T2')).toEqual([]);
    expect(new Set((await board(admin, 4)).classes.map(({ form_level }) => form_level))).toEqual(new Set([4]));
  });

  it('is the posting check, grouped: whatever is entered, cleared and taken off reports', async () => {
    const pupils = Object.entries(studentIdsOfClasses).flatMap(([classId, ids]) => ids.map((id) => ({ classId, id })));
    const anybody = fc.constantFrom(...pupils);
    const subject = fc.constantFrom('MATH' as const, 'ENGL' as const);
    const text = fc.constantFrom('', 'Well done.', '  ');
    const act = fc.oneof(
      fc.record({ kind: fc.constant('mark' as const), of: anybody, subject, exam: fc.constantFrom(null, 0, 40) }),
      fc.record({ kind: fc.constant('comment' as const), of: anybody, subject, text }),
      fc.record({ kind: fc.constant('course' as const), of: anybody, subject }),
      fc.record({
        kind: fc.constant('remark' as const),
        of: anybody,
        field: fc.constantFrom('comments', 'dcomments'),
        text,
      }),
      fc.record({ kind: fc.constant('off' as const), of: anybody, subject }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 12 }), async (acts) => {
        for (const one of acts) {
          const { id, classId } = one.of;
          if (one.kind === 'course') await giveCourse(id, one.subject, classId);
          else if (one.kind === 'remark') await remark(id, { [one.field]: one.text });
          else if (one.kind === 'off')
            await admin.call(deleteSubjectRecord, { student_id: id, subject_id: one.subject, year, term });
          else await mark(id, one.subject, one.kind === 'mark' ? { exam_mark: one.exam } : { comment: one.text });
        }
        expect(await countedByHand()).toEqual(await shownOnBoard());
      }),
      { numRuns: 2 },
    );
  });

  /** By class and title: who is on it and what is missing, from the posting check and the records of the classes. */
  async function countedByHand() {
    const { body: check } = await admin.call(checkPosting, inTerm);
    const counted = new Map<string, { students: number; marks: number | null; texts: number }>();
    const add = (key: string, more: { marks: boolean | null; text: boolean }) => {
      const { students, marks, texts } = counted.get(key) ?? {
        students: 0,
        marks: more.marks === null ? null : 0,
        texts: 0,
      };
      counted.set(key, {
        students: students + 1,
        marks: marks === null ? null : marks + Number(more.marks),
        texts: texts + Number(more.text),
      });
    };
    for (const classId of Object.keys(studentIdsOfClasses)) {
      const { body } = await admin.call(readClassTermReports, { class_id: classId, ...inTerm });
      for (const { student_id, table2_records } of body.data) {
        const lacking = check.students.find((one) => one.student_id === student_id);
        for (const { subject_id, comment } of table2_records) {
          const title = titles[subject_id as keyof typeof titles];
          add(`${classId} ${title}`, {
            marks: !(lacking?.missing_marks ?? []).includes(title),
            text: (comment ?? '').trim() !== '',
          });
        }
        for (const remarks of [remarkTitles.formTeacher, 'Dean’s remarks']) {
          add(`${classId} ${remarks}`, { marks: null, text: !(lacking?.missing_remarks ?? []).includes(remarks) });
        }
      }
    }
    return Object.fromEntries(counted);
  }

  async function shownOnBoard() {
    const { rows } = await board();
    return Object.fromEntries(
      rows.map(({ class_id, title, students, marks, texts }) => [`${class_id} ${title}`, { students, marks, texts }]),
    );
  }

  it('costs a request for what is entered, one for each 25 classes’ teachers, and one where teachers share a class', async () => {
    const operations = async (client: TestClient, level?: number) =>
      (await recordTraffic(() => board(client, level))).map(({ operation }) => operation).sort();
    // The first reader keeps what is entered, once the changes of the tests above are two minutes old.
    const clock = holdClock();
    onTestFinished(() => void vi.useRealTimers());
    clock.passMinutes(3);
    for (const client of [admin, clients.T3]) await operations(client);
    // The term’s last day, and who is current, say who has left in it.
    const alone = ['BatchGetItem', 'BatchGetItem', 'BatchGetItem', 'ExecuteStatement', 'Query', 'Query'];
    expect(await operations(admin, 4)).toEqual(alone);
    await executeActionOfTest(
      LessonEntity.put({ employeeId: 'T2', year, subjectId: 'MATH', classId: '4B', formLevel: 4 }),
    );
    expect(await operations(admin, 4)).toEqual([...alone, 'ExecuteStatement'].sort());
    // Thirty classes, one of them with two teachers of a subject.
    expect(await operations(admin)).toEqual([...alone, 'ExecuteStatement', 'ExecuteStatement'].sort());
    // A teacher's classes are found first.
    expect(await operations(clients.T3)).toEqual([...alone, 'Query'].sort());
  });

  it('is a workbook of the rows that are shown, and of nobody else’s classes', async () => {
    const linesOf = async (client: TestClient, filters: object) => {
      const { status, bytes } = await client.call(readCompleteness, { ...inTerm, ...filters, format: 'xlsx' });
      expect(status).toBe(200);
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(Buffer.from(bytes) as never);
      const lines: unknown[][] = [];
      book.worksheets[0]?.eachRow((line, number) => {
        if (number > 4) lines.push((line.values as unknown[]).slice(1));
      });
      return lines;
    };
    const { rows } = await board();
    expect(await linesOf(admin, {})).toHaveLength(rows.length);
    const ofClass = await admin.call(readCompleteness, { ...inTerm, class_ids: ['4A'] });
    expect(ofClass.body.rows).toEqual(rows.filter(({ class_id }) => class_id === '4A'));
    // The acts of chance above may have taken any subject off a class.
    const shown = rows.find(({ part, teachers, students, texts }) => {
      return part === 'subject' && teachers.length === 1 && texts < students;
    });
    if (!shown) throw new Error('nothing is incomplete');
    const { class_id, form_level, title, teachers, students, marks, exams, courses, texts } = shown;
    const filters = { class_ids: [class_id], titles: [title], only: 'incomplete' };
    expect(await linesOf(admin, filters)).toContainEqual([
      ...[`Form ${form_level}`, class_id, title, teachers[0]?.name, students, marks, exams, courses, texts],
      ...[students - (marks ?? 0), students - texts],
    ]);
    const classesIn = (lines: unknown[][]) => [...new Set(lines.map(([, classId]) => classId))];
    expect(classesIn(await linesOf(clients.T3, {}))).toEqual(['1A', '1B']);
    expect(await linesOf(clients.T3, { class_ids: ['4A'] })).toEqual([[completenessWordings.nothingFound]]);
  });
});
