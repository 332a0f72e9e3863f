import { describe, expect, it } from 'vitest';
import { type EarlierYear, planTakeOver } from '#functions/school/new-year/take-over-plan.ts';

const lesson = (employeeId: string, subjectId: string, classId: string) => ({ employeeId, subjectId, classId });
const takes = (studentId: string, subjectId: string, classId: string, employeeId?: string) => ({
  studentId,
  subjectId,
  classId,
  formLevel: Number(classId[0]),
  ...(employeeId === undefined ? {} : { employeeId }),
});

const school: EarlierYear = {
  lessons: [],
  posts: [],
  currentTeachers: new Set(['T1', 'T2', 'T3']),
  classes: new Map([
    ['1A', 1],
    ['2A', 2],
    ['4A', 4],
    ['5A', 5],
    ['5B', 5],
  ]),
  subjects: new Set(['MATH', 'PHYS', 'ART']),
  taken: [],
};

describe('what a new year takes over', () => {
  it('is every lesson of a teacher who is still here, with the same class and subject', () => {
    const lessons = [lesson('T1', 'MATH', '1A'), lesson('T1', 'PHYS', '5A'), lesson('T2', 'MATH', '2A')];
    const { teachers } = planTakeOver({ ...school, lessons });
    expect(teachers.map(({ employeeId, taken }) => [employeeId, taken])).toEqual([
      ['T1', lessons.slice(0, 2)],
      ['T2', lessons.slice(2)],
    ]);
  });

  it('leaves out teachers who have left, classes that are gone and subjects that ended, and says so', () => {
    const lessons = [
      lesson('T9', 'MATH', '1A'),
      lesson('T1', 'MATH', '3Z'),
      lesson('T1', 'LATIN', '1A'),
      lesson('T1', 'ART', '1A'),
    ];
    const { teachers } = planTakeOver({ ...school, lessons });
    expect(teachers).toEqual([
      { employeeId: 'T9', hasLeft: true, lessons: 1, taken: [], posts: [], classesGone: [], subjectsEnded: [] },
      {
        employeeId: 'T1',
        hasLeft: false,
        lessons: 3,
        taken: [lessons[3]],
        posts: [],
        classesGone: ['3Z'],
        subjectsEnded: ['LATIN'],
      },
    ]);
  });

  it('takes form teachers and deans along, one who teaches nothing too', () => {
    const posts = [
      { employeeId: 'T3', classId: '1A', as: 'dean' as const },
      { employeeId: 'T3', classId: '3Z', as: 'dean' as const },
    ];
    const { teachers } = planTakeOver({ ...school, posts });
    expect(teachers).toMatchObject([{ employeeId: 'T3', lessons: 0, posts: [posts[0]], classesGone: ['3Z'] }]);
  });
});

describe('what students take in a new year', () => {
  it('goes on where any class of the form level has the subject, and ends where none has it', () => {
    const lessons = [lesson('T1', 'MATH', '2A'), lesson('T1', 'PHYS', '5B')];
    const taken = [takes('S1', 'MATH', '2A'), takes('S1', 'ART', '2A'), takes('S2', 'PHYS', '5A')];
    expect(planTakeOver({ ...school, lessons, taken }).students).toEqual([
      { studentId: 'S1', classId: '2A', ends: ['ART'], withoutTeacher: [] },
    ]);
  });

  it('ends where the only teacher of it has left', () => {
    const { students } = planTakeOver({
      ...school,
      lessons: [lesson('T9', 'ART', '2A')],
      taken: [takes('S1', 'ART', '2A')],
    });
    expect(students).toMatchObject([{ ends: ['ART'] }]);
  });

  it('goes on without a teacher who does not teach the class in it, where classes sit together', () => {
    const lessons = [lesson('T1', 'PHYS', '5A'), lesson('T2', 'PHYS', '5B'), lesson('T1', 'MATH', '2A')];
    const taken = [
      takes('S1', 'PHYS', '5A', 'T1'),
      takes('S2', 'PHYS', '5A', 'T2'),
      takes('S3', 'PHYS', '5A'),
      takes('S4', 'MATH', '2A', 'T2'),
    ];
    expect(planTakeOver({ ...school, lessons, taken }).students).toEqual([
      { studentId: 'S2', classId: '5A', ends: [], withoutTeacher: ['PHYS'] },
    ]);
  });
});
