import { describe, expect, it } from 'vitest';
import { findTaughtGroups } from '#functions/options/oneroster/school-as-records/taught-groups.ts';

const teacher = (employeeId: string) => ({ employeeId }) as never;
const student = (studentId: string, classId = '1A') => ({ studentId, classId }) as never;
const takes = (studentId: string, employeeId?: string, classId = '1A') =>
  ({ studentId, subjectId: 'MATH', classId, employeeId }) as never;
const teaches = (employeeId: string, classId = '1A') => ({ employeeId, subjectId: 'MATH', classId });

const groupsOf = (of: Partial<Parameters<typeof findTaughtGroups>[0]>) =>
  findTaughtGroups({
    teachers: [teacher('T1'), teacher('T2')],
    students: [student('1'), student('2'), student('3')],
    lessons: [],
    assignments: [],
    ...of,
  }).map(({ ownTeacher, teachers, students }) => [ownTeacher, teachers, students]);

describe('groups of a class in a subject', () => {
  it('are one of a teacher and the students who take it', () => {
    expect(groupsOf({ lessons: [teaches('T1')], assignments: [takes('2'), takes('1')] })).toEqual([
      [null, ['T1'], ['1', '2']],
    ]);
  });

  it('are one where all students are assigned to its only teacher', () => {
    const assignments = [takes('1', 'T1'), takes('2', 'T1')];
    expect(groupsOf({ lessons: [teaches('T1')], assignments })).toEqual([[null, ['T1'], ['1', '2']]]);
  });

  it('are one a teacher where students are assigned to several', () => {
    const assignments = [takes('1', 'T1'), takes('2', 'T2'), takes('3', 'T2')];
    expect(groupsOf({ lessons: [teaches('T1'), teaches('T2')], assignments })).toEqual([
      ['T1', ['T1'], ['1']],
      ['T2', ['T2'], ['2', '3']],
    ]);
  });

  it('keep together who is assigned to nobody, with the teachers who have no students of their own', () => {
    const assignments = [takes('1', 'T1'), takes('2')];
    expect(groupsOf({ lessons: [teaches('T1'), teaches('T2')], assignments })).toEqual([
      [null, ['T2'], ['2']],
      ['T1', ['T1'], ['1']],
    ]);
  });

  it('are there without students, and without a teacher', () => {
    expect(groupsOf({ lessons: [teaches('T1')] })).toEqual([[null, ['T1'], []]]);
    expect(groupsOf({ assignments: [takes('1')] })).toEqual([[null, [], ['1']]]);
  });

  it('leave out students who are not in the class, and a teacher who has left', () => {
    const assignments = [takes('1', 'gone'), takes('2', undefined, '2B'), takes('9')];
    expect(groupsOf({ lessons: [teaches('T1')], assignments })).toEqual([[null, ['T1'], ['1']]]);
  });
});
