import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { listAllEmployees, listLessonsOfClass, listPostHoldersOfClass } from '#functions/people/records/store.ts';
import { readAccount } from '#functions/sessions/accounts.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { listAssignmentsOfStudent } from '#functions/subjects/records/store.ts';
import { readSubjectList } from '#functions/subjects/records/subject-list.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import {
  choices,
  classLists,
  fileOf,
  lessonList,
  teacherList,
  workbookOf,
} from '../../../support/options/move-in/files-of-school.ts';
import { countsOf, movesOf, refusedOf } from '../../../support/options/move-in/moves.ts';
import { year } from '../../../support/school/small-school.ts';
import { readTableContent } from '../../../support/school/table-content.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { startMoveIn, undoAct } = moveInContract;

describe('files that a school moves in with', () => {
  const school = steppedSchoolForTests(handler);
  const { preview, store, undo, acts } = movesOf(school);

  it('reads a list of teachers below its title, and stores nothing before it is confirmed', async () => {
    const before = await readTableContent();
    const shown = await preview(await workbookOf(teacherList));
    expect(shown.sheets.map(({ name, kind, rows }) => [name, kind, rows])).toEqual([['STAFF 2025', 'teachers', 3]]);
    expect(shown.sheets[0]?.columns.map(({ column, field }) => [column, field])).toEqual([
      ['A', 'teacher_num'],
      ['B', 'name'],
      ['C', 'date_of_birth'],
      ['D', 'post'],
      ['E', 'form_class'],
    ]);
    expect(countsOf(shown)).toEqual({ teachers: [3, 0, 0, 0], classes: [1, 1, 0, 0] });
    expect(shown.notes).toContain('Sheet “STAFF 2025”, row 8 was left out: “Total”.');
    expect(shown.notes).toContain(
      'Date of Birth: 05/09/1990 is read as 05-Sep-1990, because 17/10/1979 is written in the same order.',
    );
    expect(await readTableContent()).toEqual(before);
  });

  it('brings teachers, lessons, students and who takes what, and shows them as the same afterwards', async () => {
    expect(await store(await workbookOf(teacherList))).toMatchObject({
      state: 'finished',
      done: [
        { kind: 'teachers', rows: 3 },
        { kind: 'classes', rows: 2 },
      ],
      left: [],
    });
    const employees = await listAllEmployees();
    const bell = employees.find(({ teacherNum }) => teacherNum === 11);
    expect(bell).toMatchObject({ firstName: 'Anna', lastName: 'Bell', dateOfBirth: '1984-09-05', userName: 'abell' });
    expect(employees.find(({ teacherNum }) => teacherNum === 12)).toMatchObject({
      lastName: 'Mc Donald',
      dateOfBirth: '1979-10-17',
    });
    // Nobody has been given a password: that is made under Teachers.
    expect(await readAccount(bell?.employeeId ?? '')).toMatchObject({
      role: 'teacher',
      isUnused: true,
      identityDue: 'password',
    });
    const holders = await listPostHoldersOfClass('1A', year);
    expect(holders.filter(({ as }) => as === 'form teacher').map(({ employeeId }) => employeeId)).toEqual([
      bell?.employeeId,
    ]);

    // Physics and Chemistry are not of this school: it is said once for each that they are new.
    const lessons = await workbookOf(lessonList);
    const asked = await preview(lessons);
    expect(asked.names.map(({ of, written, rows, means }) => [of, written, rows, means])).toEqual([
      ['subject', 'Physics', 2, null],
      ['subject', 'Chemistry', 1, null],
      ['subject', 'Spanish', 2, null],
    ]);
    const said: SaidOfFile = { names: { subject: { physics: '+', chemistry: '+', spanish: '+' } } };
    const shown = await preview(lessons, said);
    expect(countsOf(shown)).toEqual({ subjects: [3, 0, 0, 0], lessons: [6, 0, 1, 0] });
    expect((await store(lessons, said)).left).toEqual([]);
    expect((await readSubjectList()).subjects.map(({ title, abbr }) => `${title} ${abbr}`)).toEqual(
      expect.arrayContaining(['Physics PHYS', 'Chemistry CHEM', 'Spanish SPAN']),
    );
    const taught = (await listLessonsOfClass('1A', year)).filter(({ employeeId }) => employeeId === bell?.employeeId);
    expect(taught.map(({ subjectId }) => subjectId).sort()).toEqual(['CHEM', 'PHYS']);

    const lists = await workbookOf(...classLists);
    const students = await preview(lists);
    expect(students.sheets.map(({ name, kind }) => [name, kind])).toEqual([
      ['1A', 'students'],
      ['Form 1B', 'students'],
    ]);
    expect(students.alike).toEqual([
      {
        kind: 'lost zeros',
        question: '2 IDs are shorter than the others, as 702: did the spreadsheet program take the zeros in front?',
        rows: 2,
        answer: null,
      },
    ]);
    const zeros: SaidOfFile = { alike: { 'lost zeros': 'yes' } };
    const padded = await preview(lists, zeros);
    expect(refusedOf(padded)).toEqual([]);
    expect(countsOf(padded)).toEqual({ students: [4, 0, 0, 0] });
    expect((await store(lists, zeros)).done).toEqual([{ kind: 'students', rows: 4 }]);
    expect(await StudentEntity.get({ studentId: '00702' })).toMatchObject({
      firstName: 'Mia',
      lastName: 'Brown',
      classId: '1A',
      dateOfBirth: '2014-04-03',
    });

    const takes = await workbookOf(choices);
    expect((await store(takes)).done).toEqual([{ kind: 'takers', rows: 5 }]);
    expect((await listAssignmentsOfStudent('00701')).map(({ subjectId }) => subjectId).sort()).toEqual([
      'CHEM',
      'PHYS',
    ]);

    // Weeks later the same files show no difference, and there is nothing to store.
    for (const [file, of] of [
      [await workbookOf(teacherList), {}],
      [lessons, said],
      [lists, zeros],
      [takes, {}],
    ] as const) {
      const again = await preview(file, of);
      expect(again.plan).toBeNull();
      expect(again.counts.map(({ new: fresh, changed, refused }) => [fresh, changed, refused])).toEqual(
        again.counts.map(() => [0, 0, 0]),
      );
    }
  });

  const whole = [
    {
      name: 'Teachers',
      rows: [
        ['Teacher No.', 'Last Name', 'First Name', 'Date of Birth'],
        [21, 'Lee', 'Kim', new Date('1980-01-31')],
      ],
    },
    {
      name: 'Subjects',
      rows: [
        ['Subject', 'Abbreviation'],
        ['Physics', 'PHY'],
      ],
    },
    {
      name: 'Classes',
      rows: [
        ['Class', 'Form Teacher', 'Dean'],
        ['1B', 'Kim Lee', 'Kim Lee'],
      ],
    },
    {
      name: 'Lessons',
      rows: [
        ['Teacher', 'Subject', 'Class'],
        ['Kim Lee', 'PHY', '1A'],
        ['Kim Lee', 'Physics', '1B'],
      ],
    },
    {
      name: 'Students',
      rows: [
        ['Student ID', 'Last Name', 'First Name', 'Class', 'Town'],
        ['N1', 'New', 'One', '1A', 'Arima'],
        ['S01', 'Lastname S01', 'Pupil S01', '1A', 'Arima'],
      ],
    },
    {
      name: 'Who takes what',
      rows: [
        ['Student ID', 'Subject', 'Teacher'],
        ['N1', 'PHY', 'Kim Lee'],
        ['S02', 'Physics', null],
      ],
    },
  ];

  it('takes everything of one workbook back, and leaves the school as it was', async () => {
    const contents = async () => {
      const { subjects } = await readSubjectList();
      return {
        teachers: (await listAllEmployees()).map(({ teacherNum }) => teacherNum),
        subjects: subjects.filter(({ deletedAt }) => deletedAt === undefined).map(({ title }) => title),
        lessons: (await listLessonsOfClass('1A', year)).length + (await listLessonsOfClass('1B', year)).length,
        posts: (await listPostHoldersOfClass('1B', year)).map(({ as, name }) => `${as} ${name}`),
        students: (await StudentEntity.queryBy('all', { status: 'current' })).map(({ studentId, address_line_2 }) => [
          studentId,
          address_line_2,
        ]),
        takers: [await listAssignmentsOfStudent('N1'), await listAssignmentsOfStudent('S02')].map(
          ({ length }) => length,
        ),
      };
    };
    const before = await contents();
    const bytes = await workbookOf(...whole);
    expect(countsOf(await preview(bytes))).toEqual({
      teachers: [1, 0, 0, 0],
      subjects: [1, 0, 0, 0],
      classes: [2, 0, 0, 0],
      lessons: [2, 0, 0, 0],
      students: [1, 1, 0, 0],
      takers: [2, 0, 0, 0],
    });
    const { run, left } = await store(bytes);
    expect(left).toEqual([]);
    expect((await contents()).takers).toEqual([1, 3]);
    expect((await contents()).posts).toContain('form teacher Kim Lee');
    expect((await acts()).map(({ what }) => what)).toEqual([
      '“school.xlsx” moved in: Teachers (1), Subjects (1), Classes (2), Lessons (2), Students (2), Who takes what (2).',
      'Only Teachers (1) of “school.xlsx”',
      'Only Subjects (1) of “school.xlsx”',
      'Only Classes (2) of “school.xlsx”',
      'Only Lessons (2) of “school.xlsx”',
      'Only Students (2) of “school.xlsx”',
      'Only Who takes what (2) of “school.xlsx”',
    ]);
    const [act] = (await acts()).filter(({ undo: of }) => of === run);
    expect(act?.what).toBe(
      '“school.xlsx” moved in: Teachers (1), Subjects (1), Classes (2), Lessons (2), Students (2), Who takes what (2).',
    );
    expect(await undo(run)).toMatchObject({ state: 'finished', left: [] });
    expect(await contents()).toEqual(before);
  }, 30_000);

  it('takes one kind back, and keeps what others use or have touched since', async () => {
    const { run } = await store(await workbookOf(...whole));
    const only = async (kind: string) =>
      (await acts()).find(({ what, undone_at }) => what.startsWith(`Only ${kind}`) && undone_at === null)?.undo ?? '';
    const rowOf = async (part: string) => (await acts()).find(({ undo: of }) => of === part);
    const [teachers, students] = [await only('Teachers'), await only('Students')];
    // Nothing was taken back: it is not undone, and can be tried again.
    expect(await undo(teachers)).toMatchObject({ state: 'finished', undone: 0, left: ['Kim Lee has lessons.'] });
    expect(await rowOf(teachers)).toMatchObject({
      undone_at: null,
      left: { undone: 0, stays: 1, why: ['Kim Lee has lessons.'] },
    });
    // One of the two goes: the student of before has the earlier town again.
    expect(await undo(students)).toMatchObject({ undone: 1, left: ['One New, 1A takes subjects.'] });
    expect(await rowOf(students)).toMatchObject({
      undone_at: expect.any(String),
      left: { undone: 1, stays: 1, why: ['One New, 1A takes subjects.'] },
    });
    const takers = await only('Who takes what');
    expect(await undo(takers)).toMatchObject({ undone: 2, left: [] });
    expect((await rowOf(takers))?.left).toBeUndefined();
    for (const kind of ['Lessons', 'Classes']) await undo(await only(kind));
    expect(await undo(teachers)).toMatchObject({ state: 'finished', undone: 1, left: [] });
    expect(await rowOf(teachers)).toMatchObject({ undone_at: expect.any(String) });
    expect((await rowOf(teachers))?.left).toBeUndefined();
    expect(await undo(run)).toMatchObject({ state: 'finished', left: [] });
    expect(await StudentEntity.get({ studentId: 'N1' })).toBeUndefined();
  }, 30_000);

  it('takes every kind back by itself, the last first; the whole of it then has nothing left, nor anything to say', async () => {
    const { run } = await store(await workbookOf(...whole));
    for (const kind of ['Who takes what', 'Students', 'Lessons', 'Classes', 'Subjects', 'Teachers']) {
      const part = (await acts()).find(({ what }) => what.startsWith(`Only ${kind}`));
      expect([kind, await undo(part?.undo ?? '')]).toEqual([kind, expect.objectContaining({ left: [] })]);
    }
    const undone = await acts();
    expect(undone.filter(({ undone_at }) => undone_at === null).map(({ undo: of }) => of)).toEqual([run]);
    expect(await undo(run)).toMatchObject({ state: 'finished', left: [] });
  }, 60_000);

  it('takes the kinds of a file back with the whole of it: none of them can be undone again', async () => {
    const { run } = await store(await workbookOf(...whole));
    const ofFile = async () => (await acts()).filter(({ what }) => /moved in|^Only/.test(what)).slice(0, 7);
    expect((await ofFile()).map(({ undone_at }) => undone_at)).toEqual(Array.from({ length: 7 }, () => null));
    await undo(run);
    const undone = await ofFile();
    expect(undone.map(({ undone_at }) => undone_at)).toEqual(undone.map(() => expect.any(String)));
    for (const { undo: part } of undone) {
      const again = await school.admin.call(undoAct, { undo: part }, { 'Idempotency-Key': `again-${part.slice(-8)}` });
      expect([again.status, again.error?.message]).toEqual([409, [undoWordings.undoneAlready]]);
    }
  }, 30_000);

  it('refuses a confirmation of what has changed since it was shown', async () => {
    const bytes = await workbookOf(...whole);
    const { plan } = await preview(bytes);
    await store(await workbookOf(whole[1] as (typeof whole)[number]));
    const answer = await school.admin.call(startMoveIn, { file: fileOf(bytes), said: '{}', plan: plan ?? '' });
    expect(answer.status).toBe(409);
  });

  it('says of every refused row its sheet, row and reason, and takes a correction in its place', async () => {
    const bytes = await workbookOf({
      name: 'Lessons',
      rows: [
        ['Teacher', 'Subject', 'Class'],
        ['Mona Núñez', 'Mathematics', '9Z'],
        ['Nobody Known', 'Mathematics', '1A'],
        ['Eric Ali', null, '1A'],
      ],
    });
    const shown = await preview(bytes);
    expect(refusedOf(shown)).toEqual([
      ['Lessons', 4, 'Subject is missing.'],
      ['Lessons', 2, 'Class: the school has no “9Z”. Please say above what it is.'],
      ['Lessons', 3, 'Teacher: the school has no “Nobody Known”. Please say above what it is.'],
    ]);
    expect(shown.rows.find(({ row }) => row === 4)?.fix).toEqual({
      field: 'subject',
      label: 'Subject',
      column: 'B',
      text: '',
    });
    const said: SaidOfFile = {
      names: { class: { '9z': '4A' }, teacher: { 'nobody known': '' } },
      cells: { 'Lessons\n4\nsubject': 'Mathematics' },
    };
    const corrected = await preview(bytes, said);
    expect(countsOf(corrected)).toEqual({ lessons: [1, 0, 1, 1] });
    expect((await store(bytes, said)).done).toEqual([{ kind: 'lessons', rows: 1 }]);
    // What was said of a name is known the next time; what was left out is asked again.
    const later = await preview(bytes);
    expect(later.names.map(({ written, means }) => [written, means])).toEqual([
      ['9Z', '4A'],
      ['Nobody Known', null],
    ]);
  });
});
