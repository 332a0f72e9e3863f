import { describe, expect, it } from 'vitest';
import { foldToAscii, takeUserName } from '../../../local/demo-school/names/user-names.ts';
import { demoDays, demoSchoolFile, generateDemoSchoolOn } from '../../support/samples/demo-school.ts';

describe.each(demoDays)('the staff of %s', (today) => {
  const { employees, accounts, groups, lessons, classPosts, students, assignments, current, past } =
    generateDemoSchoolOn(today);
  const hasLeft = ({ deletedAt, teacherNum }: { deletedAt?: string; teacherNum: number }) =>
    deletedAt !== undefined || teacherNum > 999;
  const present = employees.filter((employee) => !hasLeft(employee));
  const classes = new Map(demoSchoolFile.formClasses.map(({ id, form_level }) => [id, form_level]));
  const _idOf = (userName: string) => employees.find((employee) => employee.userName === userName)?.employeeId;
  const now = groups.filter(({ year }) => year === current.year);

  it('have unique ids, numbers and user names, in small ASCII letters', () => {
    for (const field of ['employeeId', 'teacherNum', 'userName'] as const) {
      expect(new Set(employees.map((employee) => employee[field])).size, field).toBe(employees.length);
    }
    for (const { userName } of employees) expect(userName).toMatch(/^[a-z]+\d*$/);
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
