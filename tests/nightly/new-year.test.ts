import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSteppedNewYear } from '../support/step-by-step/stepped-new-year.ts';

let school: Awaited<ReturnType<typeof startSteppedNewYear>>;
beforeAll(async () => {
  school = await startSteppedNewYear({ size: 'whole' });
});
afterAll(() => school.stop());

it('takes the lessons of a whole school over and gives them back, the same whichever write it is killed at', async () => {
  const before = await school.content();
  const { teachers, students } = await school.status();
  const sum = (of: 'taken' | 'posts') =>
    teachers.reduce((total: number, one: Record<string, number>) => total + (one[of] ?? 0), 0);
  expect([sum('taken'), sum('posts'), students.length]).toEqual([324, 30, 40]);

  await school.run('takeOver');
  const after = await school.content();
  expect(after.size).toBeGreaterThan(before.size + 324);
  const undone = await school.killAtEach('undo', 'turns');
  expect(undone.length).toBeGreaterThan(120);
  for (const [index, end] of undone.entries()) expect(end, `undo killed at write ${index + 1}`).toEqual(before);

  await school.run('undo');
  expect(await school.content()).toEqual(before);
  const taken = await school.killAtEach('takeOver', 'turns');
  expect(taken.length).toBeGreaterThan(120);
  for (const [index, end] of taken.entries()) expect(end, `killed at write ${index + 1}`).toEqual(after);
});
