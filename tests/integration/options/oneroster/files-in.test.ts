import { describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { SourcedIdEntity } from '#functions/options/oneroster/sourced-ids.ts';
import { listAllEmployees, listLessonsOfClass, readAllClassPosts } from '#functions/people/records/store.ts';
import { readAccount } from '#functions/sessions/accounts.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { listAssignmentsOfStudent } from '#functions/subjects/records/store.ts';
import { readSubjectList } from '#functions/subjects/records/subject-list.ts';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { fileOf } from '../../../support/options/move-in/files-of-school.ts';
import { csvOf, otherProgram, otherProgramsZip } from '../../../support/options/oneroster/zip-of-files.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { readTableContent } from '../../../support/school/table-content.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { previewMoveIn, startMoveIn, readMoveIn, undoAct, listActs } = moveInContract;

describe('a zip of OneRoster that comes in', () => {
  const school = steppedSchoolForTests(handler);
  let keys = 0;
  const sent = (bytes: Uint8Array) => fileOf(bytes, 'roster.zip');

  async function preview(bytes: Uint8Array, said: SaidOfFile = {}) {
    const answer = await school.admin.call(previewMoveIn, { file: sent(bytes), said: JSON.stringify(said) });
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    return answer.body as MoveInPreview;
  }
  const counts = ({ counts: all }: MoveInPreview) =>
    Object.fromEntries(all.map(({ kind, ...of }) => [kind, [of.new, of.changed, of.same, of.refused]]));
  async function store(bytes: Uint8Array, said: SaidOfFile = {}) {
    const { plan } = await preview(bytes, said);
    keys += 1;
    const key = { 'Idempotency-Key': `roster-${keys}` };
    const input = { file: sent(bytes), said: JSON.stringify(said), plan: plan ?? '' };
    const begun = await school.admin.call(startMoveIn, input, key);
    expect(begun.status, JSON.stringify(begun.error)).toBe(200);
    await school.work();
    return (await school.admin.call(readMoveIn, { run: begun.body.run })).body;
  }
  async function undo(run: string) {
    keys += 1;
    const key = { 'Idempotency-Key': `undo-roster-${keys}` };
    const begun = await school.admin.call(undoAct, { undo: run }, key);
    expect(begun.status, JSON.stringify(begun.error)).toBe(200);
    await school.work();
    return (await school.admin.call(undoAct, { undo: run }, key)).body;
  }
  const refusedOf = ({ rows }: MoveInPreview) =>
    rows.filter(({ state }) => state === 'refused').map(({ kind, what, note }) => [kind, what, note]);
  const ours = { alike: { 'other school': 'yes', 'absent teachers': 'no', 'absent students': 'no' } } as const;

  it('asks whether the file of another school is meant, and of people who are not in it; stores nothing', async () => {
    const before = await readTableContent();
    const shown = await preview(await otherProgramsZip());
    expect(shown.plan).toBeNull();
    expect(shown.sheets).toEqual([]);
    expect(shown.alike.map(({ kind, question, answer }) => [kind, question, answer])).toEqual([
      [
        'other school',
        'The file says that it is of Riverside Secondary, 0042, which is not this school. Is it of this school all the same?',
        null,
      ],
      ['absent teachers', '3 teachers of the school are not in the file, as Eric Ali, 2. Archive them?', null],
      [
        'absent students',
        '15 students of the school are not in the file, as Pupil S01 Lastname S01, 1A, S01. Archive them?',
        null,
      ],
    ]);
    expect(counts(shown)).toEqual({
      teachers: [2, 0, 0, 3],
      subjects: [2, 0, 0, 0],
      classes: [0, 1, 0, 0],
      lessons: [2, 0, 0, 0],
      students: [3, 0, 0, 15],
      takers: [2, 0, 0, 0],
    });
    expect(await readTableContent()).toEqual(before);
  });

  it('brings people, subjects, form teachers, lessons and who takes what, and shows them as the same afterwards', async () => {
    const zip = await otherProgramsZip();
    const shown = await preview(zip, ours);
    expect(shown.notes).toEqual([
      'OneRoster 1.2, the whole school.',
      '1 person is neither teacher nor student (parent) and was left out. Administrators get accounts under Administrators.',
    ]);
    expect(await store(zip, ours)).toMatchObject({ state: 'finished', left: [] });
    const employees = await listAllEmployees();
    const bell = employees.find(({ lastName }) => lastName === 'Bell');
    const ali = employees.find(({ firstName }) => firstName === 'Sam');
    expect(bell).toMatchObject({ teacherNum: 41, userName: 'abell' });
    expect(bell).not.toHaveProperty('dateOfBirth');
    // A number that no teacher can have: the next free one.
    expect(ali).toMatchObject({ teacherNum: 4, userName: 'sali' });
    const { subjects } = await readSubjectList();
    const geology = subjects.find(({ title }) => title === 'Geology');
    const latin = subjects.find(({ title }) => title === 'Latin');
    expect([geology?.abbr, latin?.abbr]).toEqual(['GEOL', 'LAT']);
    const lessons = await listLessonsOfClass('1A', year);
    expect(lessons).toContainEqual(
      expect.objectContaining({ subjectId: geology?.subjectId, employeeId: bell?.employeeId }),
    );
    expect(lessons).toContainEqual(
      expect.objectContaining({ subjectId: latin?.subjectId, employeeId: ali?.employeeId }),
    );
    expect((await readAllClassPosts(bell?.employeeId ?? '')).map(({ as, classId }) => [as, classId])).toEqual([
      ['form teacher', '1A'],
    ]);
    expect(await StudentEntity.get({ studentId: '00701' })).toMatchObject({
      firstName: 'Anaïs',
      classId: '1A',
      dateOfBirth: '2013-03-09',
    });
    expect((await listAssignmentsOfStudent('00702')).map(({ subjectId }) => subjectId)).toEqual([geology?.subjectId]);

    const again = await preview(zip, ours);
    expect(again.plan).toBeNull();
    expect(again.alike.map(({ kind }) => kind)).toEqual(['absent teachers', 'absent students']);
    expect(counts(again)).toEqual({
      teachers: [0, 0, 5, 0],
      subjects: [0, 0, 2, 0],
      classes: [0, 0, 1, 0],
      lessons: [0, 0, 2, 0],
      students: [0, 0, 18, 0],
      takers: [0, 0, 2, 0],
    });
  });

  it('remembers the ids of the other program, and knows people and classes by them when all else has changed', async () => {
    await store(await otherProgramsZip(), ours);
    const bell = (await listAllEmployees()).find(({ lastName }) => lastName === 'Bell');
    const { subjects } = await readSubjectList();
    const geology = subjects.find(({ title }) => title === 'Geology')?.subjectId;
    const ids = (await SourcedIdEntity.query({})).map(({ kind, key, sourcedId }) => `${kind} ${key} ${sourcedId}`);
    expect(ids.sort()).toEqual(
      [
        'org school s-9',
        'academicSession 2025 y-25',
        'academicSession 2025#1 t-1',
        `user teacher#${bell?.employeeId} u-t1`,
        ...ids.filter((id) => /^user teacher#.* u-t2$/.test(id)),
        'user student#00701 u-s1',
        'user student#00702 u-s2',
        'user student#00703 u-s3',
        'role u-t1 r-1',
        'role u-t2 r-2',
        'role u-s1 r-3',
        'role u-s2 r-4',
        'role u-s3 r-5',
        'enrollment k-1a#u-t1#teacher e-1',
        'enrollment k-1a#u-s1#student e-2',
        'enrollment k-1a#u-s2#student e-3',
        'enrollment k-1a#u-s3#student e-4',
        'enrollment k-g#u-t1#teacher e-5',
        'enrollment k-g#u-s1#student e-6',
        'enrollment k-g#u-s2#student e-7',
        'enrollment k-l#u-t2#teacher e-8',
        'class homeroom#2025#1A k-1a',
        `class subject#2025#${geology}#1A k-g`,
        ...ids.filter((id) => /^class subject#2025#.*#1A k-l$/.test(id)),
        'course homeroom#1 c-h',
        `course subject#${geology}#1 c-g1`,
        ...ids.filter((id) => /^course subject#.*#1 c-l1$/.test(id)),
      ].sort(),
    );
    expect(ids).toHaveLength(27);
    // Married, and no longer with the number that she had.
    const users = csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'enabledUser', 'username', 'givenName', 'familyName'],
      ['u-t1', 'active', '2025-10-01T08:00:00.000Z', 'true', 'abell', 'Anna', 'Ali-Bell'],
      ['u-s2', 'active', '2025-10-01T08:00:00.000Z', 'true', '', 'Kimberly', 'Lee'],
    );
    const only = { 'orgs.csv': null, 'academicSessions.csv': null, 'demographics.csv': null, 'roles.csv': null };
    const none = { 'courses.csv': null, 'classes.csv': null, 'enrollments.csv': null };
    const changes = await otherProgramsZip({ ...only, ...none, 'users.csv': users }, 'delta');
    const shown = await preview(changes);
    expect(shown.alike).toEqual([]);
    expect(shown.rows.map(({ kind, state, note }) => [kind, state, note])).toEqual([
      ['teachers', 'changed', 'Last Name: Bell to Ali-Bell'],
      ['students', 'changed', 'First Name: Kim to Kimberly'],
    ]);
    expect(await store(changes)).toMatchObject({ state: 'finished', left: [] });
    expect(await StudentEntity.get({ studentId: '00702' })).toMatchObject({ firstName: 'Kimberly', classId: '1A' });
  });

  it('forgets the ids with the import that remembered them, where no other one has them', async () => {
    const idsOf = async () =>
      (await SourcedIdEntity.query({})).map(({ kind, sourcedId }) => `${kind} ${sourcedId}`).sort();
    const first = await store(await otherProgramsZip(), ours);
    expect(await idsOf()).toHaveLength(27);
    // A second file has one of its people, with another name, and nothing else.
    const users = csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'enabledUser', 'username', 'givenName', 'familyName'],
      ['u-t1', 'active', '2025-10-01T08:00:00.000Z', 'true', 'abell', 'Anna', 'Ali-Bell'],
    );
    const only = { 'orgs.csv': null, 'academicSessions.csv': null, 'demographics.csv': null, 'roles.csv': null };
    const none = { 'courses.csv': null, 'classes.csv': null, 'enrollments.csv': null };
    const second = await store(await otherProgramsZip({ ...only, ...none, 'users.csv': users }, 'delta'));
    // Anna Bell was changed since, and stays with what is hers; of all else nothing is left.
    expect((await undo(first.run)).left).toEqual(['Anna Bell was changed since.']);
    const kept = await idsOf();
    expect(kept.filter((id) => !/^(org|academicSession|course|class)/.test(id))).toEqual([
      ...['enrollment e-1', 'enrollment e-5', 'role r-1', 'user u-t1'],
    ]);
    expect(await undo(second.run)).toMatchObject({ state: 'finished', left: [] });
    expect(await idsOf()).toEqual(kept);
  });

  it('remembers the id that was there before again', async () => {
    const users = (id: string) => otherProgram['users.csv'].replaceAll('u-s1', id);
    const others = (id: string, born: string) =>
      otherProgramsZip({
        'users.csv': users(id),
        'roles.csv': otherProgram['roles.csv'].replaceAll('u-s1', id),
        'enrollments.csv': otherProgram['enrollments.csv'].replaceAll('u-s1', id),
        'demographics.csv': otherProgram['demographics.csv'].replace('u-s1,,,2013-03-09', `${id},,,${born}`),
      });
    const idOfStudent = async () => (await SourcedIdEntity.get({ kind: 'user', key: 'student#00701' }))?.sourcedId;
    await store(await others('u-s1', '2013-03-09'), ours);
    const again = await store(await others('v-s1', '2013-03-10'), {
      alike: { 'absent teachers': 'no', 'absent students': 'no' },
    });
    expect(again.done).toEqual([{ kind: 'students', rows: 1 }]);
    expect(await idOfStudent()).toBe('v-s1');
    expect(await undo(again.run)).toMatchObject({ state: 'finished', left: [] });
    expect(await idOfStudent()).toBe('u-s1');
  });

  it('archives whom the file marks as deleted, when somebody says so, and an undo puts them back', async () => {
    await store(await otherProgramsZip(), ours);
    const bell = (await listAllEmployees()).find(({ lastName }) => lastName === 'Bell')?.employeeId ?? '';
    const users = csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'enabledUser', 'username', 'givenName', 'familyName'],
      ['u-t1', 'tobedeleted', '2025-10-01T08:00:00.000Z', 'true', 'abell', 'Anna', 'Bell'],
      ['u-s1', 'tobedeleted', '2025-10-01T08:00:00.000Z', 'true', '', 'Anaïs', 'Baptiste'],
      ['u-s9', 'tobedeleted', '2025-10-01T08:00:00.000Z', 'true', '', 'Never', 'Here'],
    );
    const only = { 'orgs.csv': null, 'academicSessions.csv': null, 'demographics.csv': null, 'roles.csv': null };
    const none = { 'courses.csv': null, 'classes.csv': null, 'enrollments.csv': null };
    const changes = await otherProgramsZip({ ...only, ...none, 'users.csv': users }, 'delta');
    const shown = await preview(changes);
    expect(shown.plan).toBeNull();
    expect(refusedOf(shown)).toEqual([
      ['teachers', 'Anna Bell, 41', 'Marked as deleted in the file. Please answer the question above.'],
      ['students', 'Anaïs Baptiste, 1A, 00701', 'Marked as deleted in the file. Please answer the question above.'],
    ]);
    expect(shown.alike.map(({ question }) => question)).toEqual([
      'The file marks 1 teacher as deleted, as Anna Bell, 41. Archive them? Nobody is deleted.',
      'The file marks 1 student as deleted, as Anaïs Baptiste, 1A, 00701. Archive them? Nobody is deleted.',
    ]);
    expect((await preview(changes, { alike: { 'deleted teachers': 'no', 'deleted students': 'no' } })).plan).toBeNull();
    const before = await readTableContent();
    const done = await store(changes, { alike: { 'deleted teachers': 'yes', 'deleted students': 'yes' } });
    expect(done).toMatchObject({
      state: 'finished',
      left: [],
      done: [
        { kind: 'teachers', rows: 1 },
        { kind: 'students', rows: 1 },
      ],
    });
    const archived = (await listAllEmployees()).find(({ employeeId }) => employeeId === bell);
    expect(archived?.deletedAt).toMatch(/^20/);
    expect(await readAccount(bell)).toMatchObject({ isDisabled: true });
    expect(await StudentEntity.get({ studentId: '00701' })).toMatchObject({ status: 'archived' });
    // Class and lessons of whom the file archives are on the list that the office works off (rule 51).
    const work = (await school.admin.call(lessonsContract.listWorkWithoutTeacher, {})).body;
    expect(
      work.teachers.map((one) => [one.last_name, one.form_teacher_of, one.lessons.map(({ lesson }) => lesson)]),
    ).toEqual([['Bell', ['1A'], [expect.stringContaining('Geology')]]]);
    expect(await listAssignmentsOfStudent('00701')).toEqual([]);
    expect(await undo(done.run)).toMatchObject({ state: 'finished', left: [] });
    expect((await listAllEmployees()).find(({ employeeId }) => employeeId === bell)).not.toHaveProperty('deletedAt');
    expect(await readAccount(bell)).not.toMatchObject({ isDisabled: true });
    expect(await StudentEntity.get({ studentId: '00701' })).toMatchObject({ status: 'current', classId: '1A' });
    const after = await readTableContent();
    const kept = (content: typeof after) =>
      [...content.keys()].filter((key) => /^(student|employee|subject)#/.test(key));
    expect(kept(after)).toEqual(kept(before));
    expect(await listAssignmentsOfStudent('00701')).toHaveLength(1);

    // Of a file that is stored again, one kind alone.
    await store(changes, { alike: { 'deleted teachers': 'yes', 'deleted students': 'yes' } });
    const { body: acts } = await school.admin.call(listActs, { of: 'move-in' });
    const part = acts.find(({ what, undone_at }) => what.startsWith('Only Students (1)') && undone_at === null);
    expect(await undo(part?.undo ?? '')).toMatchObject({ state: 'finished', left: [] });
    expect(await StudentEntity.get({ studentId: '00701' })).toMatchObject({ status: 'current' });
    expect(await readAccount(bell)).toMatchObject({ isDisabled: true });
  });

  it('archives people who are not in a whole file, those of a kind, when somebody says so', async () => {
    const zip = await otherProgramsZip();
    await store(zip, ours);
    const said = { alike: { 'absent teachers': 'no', 'absent students': 'yes' } } as const;
    expect(counts(await preview(zip, said))).toMatchObject({ teachers: [0, 0, 5, 0], students: [0, 15, 3, 0] });
    const done = await store(zip, said);
    expect(done).toMatchObject({ state: 'finished', left: [], done: [{ kind: 'students', rows: 15 }] });
    expect(
      (await StudentEntity.queryBy('all', { status: 'current' })).map(({ studentId }) => studentId).sort(),
    ).toEqual(['00701', '00702', '00703']);
    // Who has marks is archived with them.
    expect(await TermReportEntity.get({ studentId: 'S01', year, term })).toMatchObject({ classId: '1A' });
    expect(await undo(done.run)).toMatchObject({ state: 'finished', left: [] });
    expect(await StudentEntity.queryBy('all', { status: 'current' })).toHaveLength(18);
    expect((await listAssignmentsOfStudent('S01')).map(({ subjectId }) => subjectId).sort()).toEqual(['ENGL', 'MATH']);
  });

  it('asks about an identifier that has lost its zeros, and names what is not taken of teachers', async () => {
    await store(await otherProgramsZip(), ours);
    const users = otherProgram['users.csv']
      .replace('sourcedId,status', 'phone,sourcedId,status')
      .replaceAll('\r\nu-', '\r\n555,u-')
      .replace('u-s2', 'n-s2')
      .replace('00702', '702');
    const of = (name: 'roles.csv' | 'enrollments.csv' | 'demographics.csv') =>
      otherProgram[name].replaceAll('u-s2', 'n-s2');
    const shown = await preview(
      await otherProgramsZip({
        'users.csv': users,
        'roles.csv': of('roles.csv'),
        'enrollments.csv': of('enrollments.csv'),
        'demographics.csv': of('demographics.csv'),
      }),
      ours,
    );
    expect(shown.alike.find(({ kind }) => kind === 'near id')?.question).toBe(
      '1 row has the ID of a student without its zeros, as Lee: Kim Lee, 00702. The same students?',
    );
    expect(shown.notes).toContain('users.csv: not taken of teachers, of whom the school has none: phone.');
  });

  it('takes nobody for missing who is in a whole file as something else, or in a row that is refused', async () => {
    const { 'users.csv': users, 'roles.csv': roles } = otherProgram;
    const shown = await preview(
      await otherProgramsZip({
        'users.csv': `${users}${csvOf(
          ['x-1', '', '', 'true', '', 'Mona', 'Núñez', '1', ''],
          ['x-2', '', '', 'true', '', 'Eric', 'Ali', '', ''],
        )}`,
        'roles.csv': `${roles}${csvOf(['r-7', '', '', 'x-1', 'primary', 'siteAdministrator', '', '', 's-9', ''])}`,
      }),
    );
    const absent = shown.rows.filter(({ kind, row }) => kind === 'teachers' && row === 0);
    expect(absent.map(({ what }) => what)).toEqual(["Dina O'Brien, 3"]);
  });

  it('names rows that point to nobody and to nothing, and takes the others', async () => {
    const { 'enrollments.csv': enrollments, 'roles.csv': roles, 'classes.csv': classes } = otherProgram;
    const shown = await preview(
      await otherProgramsZip({
        'enrollments.csv': `${enrollments}${csvOf(
          ['e-20', '', '', 'k-gone', 's-9', 'u-s1', 'student', '', '', ''],
          ['e-21', '', '', 'k-g', 's-9', 'u-gone', 'student', '', '', ''],
          ['e-22', '', '', 'k-1b', 's-9', 'u-s3', 'student', '', '', ''],
        )}`,
        'roles.csv': `${roles.replace('r-2,,,u-t2,primary,teacher', 'r-2,,,u-t2,primary,techer')}${csvOf([
          'r-9',
          '',
          '',
          'u-nobody',
          'primary',
          'student',
          '',
          '',
          's-9',
          '',
        ])}`,
        'classes.csv': `${classes}${csvOf(
          ['k-1b', '', '', '1B', '1', 'c-h', '', 'homeroom', '', 's-9', 't-1', '', '', ''],
          ['k-x', '', '', 'Alchemy 1A', '1', 'c-gone', '', 'scheduled', '', 's-9', 't-1', '', '', ''],
          ['k-y', '', '', 'Latin, evening', '1', 'c-l1', '', 'scheduled', '', 's-9', 't-9', '', '', ''],
        )}`,
      }),
      ours,
    );
    expect(refusedOf(shown)).toEqual([
      [
        'lessons',
        'Latin, evening (classes.csv, row 7)',
        'termSourcedIds: neither academicSessions.csv nor the school has “t-9”.',
      ],
      [
        'lessons',
        'Alchemy 1A (classes.csv, row 6)',
        'courseSourcedId: neither courses.csv nor the school has “c-gone”.',
      ],
      [
        'students',
        'Noor Khan',
        'The file has this student in several form classes: 1A, 1B. Please correct it in the other program.',
      ],
      ['students', 'u-nobody (roles.csv, row 8)', 'userSourcedId: neither users.csv nor the school has “u-nobody”.'],
      ['students', 'Sam Ali (users.csv, row 3)', '“techer” is no role of OneRoster.'],
      [
        'takers',
        'u-s1, k-gone (enrollments.csv, row 10)',
        'classSourcedId: neither classes.csv nor the school has “k-gone”.',
      ],
      [
        'takers',
        'u-gone, k-g (enrollments.csv, row 11)',
        'userSourcedId: neither users.csv nor the school has “u-gone”.',
      ],
    ]);
    expect(counts(shown)).toMatchObject({ lessons: [1, 0, 0, 2], takers: [2, 0, 0, 2] });
  });

  it('of version 1.1 has roles in its users, and of two schools the one that is meant', async () => {
    const users = csvOf(
      [
        'sourcedId',
        'status',
        'dateLastModified',
        'enabledUser',
        'orgSourcedIds',
        'role',
        'username',
        'userIds',
        'givenName',
        'familyName',
        'middleName',
        'identifier',
      ],
      ['u-t1', '', '', 'true', 'n-1', 'teacher', 'abell', '', 'Anna', 'Bell', '', '41'],
      ['u-s1', '', '', 'true', 'n-1,s-9', 'student', '', '', 'Anaïs', 'Baptiste', '', '00701'],
      ['u-s2', '', '', 'true', 's-9', 'student', '', '', 'Kim', 'Lee', '', '00702'],
    );
    const orgs = csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'name', 'type', 'identifier', 'parentSourcedId'],
      ['s-9', '', '', 'Riverside Secondary', 'school', '0042', ''],
      ['n-1', '', '', 'Northgate Secondary School', 'school', '', ''],
    );
    const only = { 'roles.csv': null, 'courses.csv': null, 'classes.csv': null, 'enrollments.csv': null };
    const zip = await otherProgramsZip({ ...only, 'orgs.csv': orgs, 'users.csv': users }, 'delta');
    const shown = await preview(zip);
    expect(shown.alike).toEqual([]);
    expect(shown.notes).toContain('1 person of other schools in the file was left out.');
    expect(shown.rows.map(({ kind, state, what }) => [kind, state, what])).toEqual([
      ['students', 'refused', 'Anaïs Baptiste'],
      ['teachers', 'new', 'Anna Bell'],
    ]);
  });

  it('is refused where it is of several schools and none is this one', async () => {
    const orgs = csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'name', 'type', 'identifier', 'parentSourcedId'],
      ['s-8', '', '', 'Hillside Secondary', 'school', '', ''],
      ['s-9', '', '', 'Riverside Secondary', 'school', '0042', ''],
    );
    const zip = await otherProgramsZip({ 'orgs.csv': orgs });
    const { status, error } = await school.admin.call(previewMoveIn, { file: sent(zip) });
    expect([status, (error as { fields?: unknown } | undefined)?.fields]).toEqual([
      422,
      {
        file: [
          'The file has several schools, and none of them is this one: Hillside Secondary, Riverside Secondary, 0042. Please export this school alone.',
        ],
      },
    ]);
  });

  it('is stored once where two people send it at once', async () => {
    const zip = await otherProgramsZip();
    const { plan } = await preview(zip, ours);
    const input = { file: sent(zip), said: JSON.stringify(ours), plan: plan ?? '' };
    const begun = await Promise.all(
      ['one', 'two'].map((name) => school.admin.call(startMoveIn, input, { 'Idempotency-Key': `both-${name}` })),
    );
    await school.work();
    for (const { status } of begun) expect([200, 409]).toContain(status);
    expect((await listAllEmployees()).filter(({ lastName }) => lastName === 'Bell')).toHaveLength(1);
    expect((await readSubjectList()).subjects.filter(({ title }) => title === 'Geology')).toHaveLength(1);
    expect((await StudentEntity.queryBy('all', { status: 'current' })).length).toBe(18);
  });
});
