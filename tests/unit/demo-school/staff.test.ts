import { describe, expect, it } from 'vitest';
import { foldToAscii, takeUserName } from '../../../local/demo-school/names/user-names.ts';
import { positions } from '../../../local/demo-school/staff/positions.ts';
import { demoDays, demoSchoolFile, generateDemoSchoolOn } from '../../support/samples/demo-school.ts';

describe.each(demoDays)('the staff of %s', (today) => {
  const { employees, accounts, groups, lessons, classPosts, students, subjects, assignments, current, past } =
    generateDemoSchoolOn(today);
  const hasLeft = ({ deletedAt, teacherNum }: { deletedAt?: string; teacherNum: number }) =>
    deletedAt !== undefined || teacherNum > 999;
  const present = employees.filter((employee) => !hasLeft(employee));
  const classes = new Map(demoSchoolFile.formClasses.map(({ id, form_level }) => [id, form_level]));
  const idOf = (userName: string) => employees.find((employee) => employee.userName === userName)?.employeeId;
  const now = groups.filter(({ year }) => year === current.year);

  it('are 62 and three who have left, by number and by day', () => {
    expect(present).toHaveLength(62);
    expect(employees).toHaveLength(65);
    expect(employees.filter(({ teacherNum }) => teacherNum > 999)).toHaveLength(2);
    expect(employees.filter(({ deletedAt }) => deletedAt)).toHaveLength(1);
  });

  it('have unique ids, numbers and user names, in small ASCII letters', () => {
    for (const field of ['employeeId', 'teacherNum', 'userName'] as const) {
      expect(new Set(employees.map((employee) => employee[field])).size, field).toBe(employees.length);
    }
    for (const { userName } of employees) expect(userName).toMatch(/^[a-z]+\d*$/);
  });

  it('hold posts of the school, with one principal under the name of the school file', () => {
    const posts = new Set(demoSchoolFile.posts.map(({ id }) => id));
    for (const { postId } of employees) expect(posts).toContain(postId);
    const principals = present.filter(({ postId }) => postId === 1);
    expect(principals.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
      'Maureen O’Brien-Castillo',
    ]);
  });

  it('have the six demo accounts with their roles, and only newteacher has a new password to choose', () => {
    const named = ['admin', 'pta', 'teacher', 'formteacher', 'dean', 'newteacher'];
    const roles = accounts
      .filter(({ userName }) => named.includes(userName))
      .map(({ userName, role }) => [userName, role]);
    expect(Object.fromEntries(roles)).toEqual({
      admin: 'Admin',
      pta: 'PTA',
      teacher: 'teacher',
      formteacher: 'teacher',
      dean: 'teacher',
      newteacher: 'teacher',
    });
    expect(accounts.filter((account) => account.mustChangePassword).map(({ userName }) => userName)).toEqual([
      'newteacher',
    ]);
    expect(accounts.map(({ employeeId }) => employeeId).sort()).toEqual(
      present.map(({ employeeId }) => employeeId).sort(),
    );
  });

  it('make teacher a subject teacher only, with several lessons', () => {
    expect(classPosts.filter(({ employeeId }) => employeeId === idOf('teacher'))).toEqual([]);
    expect(now.filter(({ employeeId }) => employeeId === idOf('teacher')).length).toBeGreaterThanOrEqual(3);
  });

  it('make formteacher teach their own class of forms 1 to 3, and others', () => {
    const own = classPosts.filter(
      ({ employeeId, year }) => employeeId === idOf('formteacher') && year === current.year,
    );
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ as: 'form teacher' });
    expect(own[0]?.formLevel).toBeLessThanOrEqual(3);
    const taught = now
      .filter(({ employeeId }) => employeeId === idOf('formteacher'))
      .flatMap(({ classIds }) => classIds);
    expect(taught).toContain(own[0]?.classId);
    expect(taught.length).toBeGreaterThan(2);
  });

  it('make dean the dean of all classes of one form, with lessons', () => {
    const own = classPosts.filter(({ employeeId, year }) => employeeId === idOf('dean') && year === current.year);
    expect(new Set(own.map(({ as }) => as))).toEqual(new Set(['dean']));
    expect(new Set(own.map(({ formLevel }) => formLevel)).size).toBe(1);
    expect(own).toHaveLength(5);
    expect(now.some(({ employeeId }) => employeeId === idOf('dean'))).toBe(true);
  });

  it('give every class one form teacher, who teaches it and has no other class, and a dean of its level', () => {
    for (const year of new Set([current.year, past.year])) {
      const posts = classPosts.filter((post) => post.year === year);
      const formTeachers = posts.filter(({ as }) => as === 'form teacher');
      expect(formTeachers.map(({ classId }) => classId).sort()).toEqual(
        [...new Set(lessons.filter((lesson) => lesson.year === year).map(({ classId }) => classId))].sort(),
      );
      expect(new Set(formTeachers.map(({ employeeId }) => employeeId)).size).toBe(formTeachers.length);
      for (const { employeeId, classId } of formTeachers) {
        expect(
          lessons.some(
            (lesson) => lesson.year === year && lesson.employeeId === employeeId && lesson.classId === classId,
          ),
          classId,
        ).toBe(true);
        expect(posts.filter((post) => post.as === 'dean' && post.classId === classId)).toHaveLength(1);
      }
    }
    expect(classPosts.filter(({ as, year }) => as === 'form teacher' && year === current.year)).toHaveLength(30);
  });

  it('name post holders as their records do', () => {
    for (const { employeeId, name } of classPosts) {
      const holder = employees.find((employee) => employee.employeeId === employeeId);
      expect(name).toBe(`${holder?.firstName} ${holder?.lastName}`);
    }
  });

  it('teach classes and subjects that exist, at the level of the class', () => {
    const known = new Set(subjects.map(({ subjectId }) => subjectId));
    for (const { subjectId, classId, formLevel } of lessons) {
      expect(known).toContain(subjectId);
      expect(classes.get(classId)).toBe(formLevel);
    }
    expect(new Set(lessons.map((lesson) => Object.values(lesson).join('/'))).size).toBe(lessons.length);
  });

  it('give every class of forms 1 to 3 35 lessons a week in 13 or 14 subjects', () => {
    for (const [id, level] of classes) {
      if (level > 3) continue;
      const own = now.filter(({ classIds }) => classIds.includes(id));
      expect(
        own.reduce((sum, { periods }) => sum + periods, 0),
        id,
      ).toBe(35);
      expect([13, 14], id).toContain(own.length);
    }
  });

  it('ask no teacher for more than 32 lessons a week, and every teacher of a subject for some', () => {
    const loads = new Map<string, number>();
    for (const { employeeId, periods, sittings } of now) {
      loads.set(employeeId, (loads.get(employeeId) ?? 0) + periods * sittings);
    }
    expect(Math.max(...loads.values())).toBeLessThanOrEqual(32);
    expect(loads.size).toBe(positions.filter(({ teaches }) => teaches.length > 0).length);
  });

  it('teach every student’s subjects: the class’s in forms 1 to 3, eight in forms 4 and 5, four or five in the sixth form', () => {
    const taught = new Set(
      now.flatMap(({ employeeId, subjectId, studentIds }) =>
        studentIds.map((id) => `${id}/${subjectId}/${employeeId}`),
      ),
    );
    const isTaught = ({ studentId, subjectId, employeeId }: (typeof assignments)[number]) =>
      taught.has(`${studentId}/${subjectId}/${employeeId}`);
    expect(assignments.filter((assignment) => !isTaught(assignment))).toEqual([]);
    const subjectsOf = Map.groupBy(assignments, ({ studentId }) => studentId);
    const ofClass = new Map(
      [...classes.keys()].map((id) => [
        id,
        now.flatMap(({ classIds, subjectId }) => (classIds.includes(id) ? subjectId : [])).sort(),
      ]),
    );
    const isRight = ({ studentId, classId, formLevel, status }: (typeof students)[number]) => {
      const own = (subjectsOf.get(studentId) ?? []).map(({ subjectId }) => subjectId);
      if (new Set(own).size !== own.length) return false;
      if (status === 'archived') return own.length === 0;
      if (formLevel <= 3) return own.sort().join() === ofClass.get(classId)?.join();
      if (formLevel <= 5) return own.length === 8 && own.includes('ENGL') && own.includes('MATH');
      return [4, 5].includes(own.length) && own.includes(formLevel === 6 ? 'COMS' : 'CARS');
    };
    expect(students.filter((student) => !isRight(student))).toEqual([]);
  });

  it('put a teacher’s students of a subject into one group a level, from level 4 up', () => {
    const upper = groups.filter(({ formLevel }) => formLevel > 3);
    const keys = upper.map(({ year, employeeId, subjectId, formLevel }) =>
      [year, employeeId, subjectId, formLevel].join('/'),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('user names', () => {
  it('fold letters that no base letter hides in', () => {
    expect(foldToAscii('Łukasz Ærø Đặng Þór Straße')).toBe('lukaszaerodangthorstrasse');
  });

  it('number those who would have the same', () => {
    const taken = new Set<string>(['rdabreu']);
    expect(takeUserName({ firstName: 'Renée', lastName: "D'Abreu" }, taken)).toBe('rdabreu2');
    expect(takeUserName({ firstName: 'René', lastName: 'D’Abreu' }, taken)).toBe('rdabreu3');
  });
});
