import { describe, expect, it } from 'vitest';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { dailyPath } from '../../../tools/bench/kit/daily-path.ts';
import { countStages, recordRequests } from '../../../tools/bench/kit/stages.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { password, term, year, yearId } from '../../support/school/small-school.ts';

const school = schoolForTests();
const teacher = school.as('T1');
const office = school.as('A1');

describe('requests to AWS that wait for one another', () => {
  it('are counted by the longest row of them, however many are beside each other', () => {
    const spans = [
      { begin: 0, end: 10 },
      { begin: 0, end: 4 },
      { begin: 5, end: 9 },
      { begin: 11, end: 20 },
    ];
    expect(countStages(spans)).toBe(3);
    expect(countStages([])).toBe(0);
  });

  it('are few in what everybody does all day', async () => {
    const assessment = {
      employee_id: 'T1',
      subject_id: 'MATH',
      academic_year_id: yearId,
      form_classes: ['1A'],
      form_level: 1,
    };
    const named = { ...assessment, term, assesment_number: 1, topic: 'Sets', date: '2025-10-01', total: 20 };
    expect((await teacher.call(markBookContract.saveAssessment, named)).status).toBe(200);
    const calls = dailyPath({
      url: school.url,
      teacher,
      office,
      employeeId: 'T1',
      userName: 'mona',
      password,
      classId: '1A',
      formLevel: 1,
      subjectId: 'MATH',
      studentId: 'S01',
      year,
      term,
      date: '2025-10-01',
    });
    const found: Record<string, number> = {};
    for (const { what, play } of calls) {
      // The first one fetches what a process keeps.
      expect([what, (await play(1)).status]).toEqual([what, 200]);
      found[what] = countStages(await recordRequests(() => play(2)));
    }
    expect(found).toEqual({
      'A sign-in in a new browser': 4,
      'A sign-in in a browser that is known': 4,
      'The lessons of a teacher': 2,
      'A mark sheet': 2,
      'A saved line of a mark sheet': 2,
      'A mark book': 2,
      'A saved mark': 2,
      'The term reports of a class': 2,
      'The register of a day': 3,
      'The list of students': 2,
      'A student’s record': 1,
      'A rank sheet': 3,
    });
  });
});
