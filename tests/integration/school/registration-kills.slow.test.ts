import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSteppedRegistration } from './stepped-registration.ts';

/** Students in three batches. */
const students = 120;

describe('a registration', () => {
  let school: Awaited<ReturnType<typeof startSteppedRegistration>>;
  beforeAll(async () => {
    school = await startSteppedRegistration(students);
  });
  afterAll(() => school.stop());

  async function survivesEach(isWritten: boolean, classId: string | null, studentIds: string[]): Promise<number> {
    const { writes, survived } = await school.killAtEach(isWritten, classId);
    for (const one of survived) {
      expect(one, `killed at write ${one.write}`).toMatchObject({ state: 'finished' });
      expect(one.processed).toBeLessThanOrEqual(one.total);
      expect(one, `killed at write ${one.write}`).toMatchObject({ reports: studentIds, registered: studentIds });
      expect(one.withSubjects).toBe(studentIds.length);
    }
    return writes;
  }

  it('ends with exactly one record each, killed before every write in turn', async () => {
    // The plan and the job, and for each batch a transaction and a note.
    expect(await survivesEach(false, null, school.studentIds)).toBe(2 + 2 * 3);
  });

  it('ends with exactly one record each, killed after every write in turn, its answer lost', async () => {
    expect(await survivesEach(true, '1A', school.ofFirstClass)).toBe(2 + 2);
  });
});
