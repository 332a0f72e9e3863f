import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trafficOf } from '../../support/school/table-traffic.ts';
import { floorOfRegistration, startSteppedRegistration } from '../../support/step-by-step/stepped-registration.ts';

/** Students in three batches; `npm run bench -- registration` kills with all thousand. */
const fewer = 120;
const all = 1000;

describe('a registration', () => {
  let school: Awaited<ReturnType<typeof startSteppedRegistration>>;
  beforeAll(async () => {
    school = await startSteppedRegistration(fewer);
  });
  afterAll(() => school.stop());

  async function survivesEach(isWritten: boolean, classId: string | null, studentIds: string[]): Promise<number> {
    const survived = await school.killAtEach(isWritten, classId);
    for (const [index, one] of survived.entries()) {
      expect(one, `killed at write ${one.write}`).toMatchObject({
        write: index + 1,
        begun: index + 1,
        state: 'finished',
      });
      expect(one.processed).toBeLessThanOrEqual(one.total);
      expect(one, `killed at write ${one.write}`).toMatchObject({ reports: studentIds, registered: studentIds });
      expect(one.withSubjects).toBe(studentIds.length);
    }
    return survived.length;
  }

  it('ends with exactly one record each, killed before every write in turn', async () => {
    // The plan and the job, and for each batch a transaction and a note.
    expect(await survivesEach(false, null, school.studentIds())).toBe(2 + 2 * 3);
  });

  it('ends with exactly one record each, killed after every write in turn, its answer lost', async () => {
    expect(await survivesEach(true, '1A', school.ofFirstClass())).toBe(2 + 2);
  });

  it('of 1,000 students asks at most a tenth more of the table than its batches need', async () => {
    await school.growTo(all);
    await school.nextTerm();
    let steps = 0;
    const traffic = await trafficOf(async () => {
      steps = await school.run();
    });
    expect(await school.register()).toEqual({ processed: all, total: all, state: 'finished' });
    expect((await school.stored()).reports).toEqual(school.studentIds());
    const floor = floorOfRegistration(all);
    expect(steps).toBe(floor.batches);
    expect(traffic.length).toBeLessThanOrEqual(1.1 * floor.requests);
  });
});
