import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { LessonEntity, listAllEmployees, listLessonsFromYear } from '#functions/people/records/store.ts';
import { writeLessons } from '#functions/people/records/write-lessons.ts';
import { isRefused } from '#functions/platform/table/acts/carry-out-act.ts';
import { workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import { movesOf } from '../../../support/options/move-in/moves.ts';
import { year } from '../../../support/school/small-school.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';
import { hookTable } from '../../../support/step-by-step/table-requests.ts';

describe('an undo beside somebody who works on', () => {
  const school = steppedSchoolForTests(handler);
  const { store, undo } = movesOf(school);
  const teacher = async () => (await listAllEmployees()).find(({ teacherNum }) => teacherNum === 71);

  /** Gives the teacher a lesson while the undo is at one of its requests; answers whether it was refused. */
  async function giveLessonAt(isThere: (request: string) => boolean) {
    const { run } = await store(
      await workbookOf({
        name: 'Teachers',
        rows: [
          ['Teacher No.', 'Last Name', 'First Name', 'Date of Birth'],
          [71, 'Late', 'Kim', '31-Jan-1980'],
        ],
      }),
    );
    const { employeeId = '', teacherNum = 0 } = (await teacher()) ?? {};
    let wasRefused: boolean | undefined;
    const undone = await hookTable(
      async ({ command, input, send }) => {
        const request = `${command} ${JSON.stringify(input)}`;
        if (wasRefused === undefined && isThere(request)) {
          wasRefused = false;
          wasRefused = isRefused(
            await writeLessons({
              teacher: { employeeId, teacherNum },
              year,
              added: [{ subjectId: 'MATH', classId: '1B' }],
              removed: [],
              by: {
                caller: { accountId: 'A1', name: 'Ada Office' },
                request: { now: new Date(), idempotencyKey: `lesson-${Math.random()}` },
              },
            }),
          );
        }
        return send();
      },
      () => undo(run),
    );
    return { wasRefused, undone, lessons: await listLessonsFromYear(employeeId, 0), teacher: await teacher() };
  }

  it('deletes no teacher who gets a lesson after the undo has looked for lessons', async () => {
    const end = await giveLessonAt(
      (request) =>
        request.startsWith('TransactWrite') && request.includes('"Delete"') && request.includes('user-name#'),
    );
    // The lesson came too late: nobody is left who would teach it.
    expect(end).toMatchObject({ wasRefused: true, lessons: [], teacher: undefined, undone: { left: [] } });
    expect(await LessonEntity.queryBy('ofClass', { year, classId: '1B' })).toHaveLength(2);
  });

  it('keeps a teacher who gets one just before, as current as before', async () => {
    const end = await giveLessonAt(
      (request) => /^(Put|Update|TransactWrite)/.test(request) && request.includes('employee#'),
    );
    expect(end).toMatchObject({ wasRefused: false, undone: { left: ['Kim Late has lessons.'] } });
    expect(end.lessons).toHaveLength(1);
    expect(end.teacher).toMatchObject({ teacherNum: 71 });
    expect(end.teacher?.deletedAt).toBeUndefined();
  });
});
