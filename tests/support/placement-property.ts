import fc from 'fast-check';
import { placementActs } from './placement-acts.ts';
import { placementFaults } from './placement-faults.ts';
import { term, year } from './small-school.ts';
import { interleave } from './stepped-requests.ts';

/** What a user is told in place of an answer; anything else is a fault. */
const refusals = new Set([403, 404, 409, 422]);

const choices = (names: readonly string[], { min, max }: { min: number; max: number }) =>
  fc.uniqueArray(fc.constantFrom(...names), { minLength: min, maxLength: max });

/**
 * Acts that place a student beside acts that write for one, their requests to the table in any order: afterwards each
 * acknowledged value is where the student is. Fails with the smallest case that it finds. For a small school in this process.
 */
export async function checkPlacement({
  runs,
  seed,
}: {
  runs: number;
  seed?: number;
}): Promise<{ acknowledged: number }> {
  const { newStudent, actsOf } = await placementActs();
  const { placers, writers, before } = actsOf('nobody');
  let students = 0;
  let acknowledged = 0;
  const aCase = fc.record({
    isRegistered: fc.boolean(),
    beforehand: choices(Object.keys(before), { min: 0, max: 2 }),
    placing: choices(Object.keys(placers), { min: 1, max: 2 }),
    writing: choices(Object.keys(writers), { min: 1, max: 3 }),
    order: fc.infiniteStream(fc.nat(11)),
  });
  const property = fc.asyncProperty(aCase, async ({ isRegistered, beforehand, placing, writing, order }) => {
    students += 1;
    const studentId = `I${students}`;
    await newStudent(studentId, { isRegistered });
    const acts = actsOf(studentId);
    for (const name of beforehand) await acts.before[name as keyof typeof before]().catch(refusedOnly);
    const results = await interleave(
      [
        ...placing.map((name) => acts.placers[name as keyof typeof placers]),
        ...writing.map((name) => acts.writers[name as keyof typeof writers]),
      ],
      () => order.next().value ?? 0,
    );
    for (const result of results) if (result.status === 'rejected') refusedOnly(result.reason);
    const isReportTaken = placing.some((name) => /report|registration/.test(name));
    const saved = results
      .flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      // What a report said that was deleted since is kept for undoing.
      .filter(({ subjectId }) => subjectId !== null || !isReportTaken);
    acknowledged += saved.length;
    const isPromoted = [...placing, ...beforehand].some((name) => name.startsWith('promote'));
    const faults = await placementFaults({ studentId, year, term, saved, isPromoted });
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: false, ...(seed === undefined ? {} : { seed }) });
  return { acknowledged };
}

function refusedOnly(error: unknown): void {
  const { status } = error as { status?: number };
  if (status === undefined || !refusals.has(status)) throw error;
}
