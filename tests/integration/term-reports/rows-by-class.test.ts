import { afterEach, describe, expect, it } from 'vitest';
import { writeAction } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { classes, term, year } from '../../support/school/small-school.ts';
import { hookTable } from '../../support/step-by-step/table-requests.ts';

/** While `work` runs, the lists of two classes are read one after the other, and `between` happens in between. */
async function whenListsAreRead(
  [first, second]: readonly [string, string],
  between: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<void> {
  const { promise: firstIsRead, resolve: firstRead } = Promise.withResolvers<void>();
  const listOf = (classId: string) => `class#${year}#${term}#${classId}`;
  await hookTable(async ({ input, send }) => {
    const list = (input.ExpressionAttributeValues as Record<string, unknown> | undefined)?.[':pk'];
    if (list === listOf(second)) {
      await firstIsRead;
      await between();
    }
    const answer = await send();
    if (list === listOf(first)) firstRead();
    return answer;
  }, work);
}

describe('the reports of a term', () => {
  schoolForTests();
  afterEach(() => goTo('1A'));

  const goTo = async (classId: string) => {
    const { TermReportEntity } = await import('#functions/marks/records/term-report.ts');
    await writeAction(TermReportEntity.update({ studentId: 'S01', year, term }, { set: { classId } }));
  };
  const rows = async () => {
    const { reportRowsByClass } = await import('#functions/term-reports/report-cards/posting/report-jobs.ts');
    return (await reportRowsByClass({ year, term })).flat();
  };
  const everybody = Object.values(classes).flat().sort();
  const studentsOf = (found: readonly string[]) => found.map((row) => row.split('/')[1]).sort();

  it('are listed by class, each student once', async () => {
    expect((await rows()).filter((row) => row.startsWith('1B/')).sort()).toEqual(['1B/S11', '1B/S12', '1B/S13']);
    expect(studentsOf(await rows())).toEqual(everybody);
  });

  it.each([
    ['lack nobody who moves to a class whose list was read already', ['1B', '1A']],
    ['list nobody twice who moves to a class whose list is still to be read', ['1A', '1B']],
  ] as const)('%s', async (_what, order) => {
    let found: string[] = [];
    await whenListsAreRead(
      order,
      () => goTo('1B'),
      async () => {
        found = await rows();
      },
    );
    expect(studentsOf(found)).toEqual(everybody);
    expect(found).toContain('1B/S01');
  });

  it('are those of students who have left, too', async () => {
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    const left = { studentId: 'S46', firstName: 'Pupil S46', lastName: 'Lastname S46', classId: '4B' };
    const { studentId, ...student } = left;
    await writeAction(StudentEntity.update({ studentId }, { set: { ...student, status: 'archived' } }));
    expect(await rows()).toContain('4B/S46');
  });
});
