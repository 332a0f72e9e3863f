import fc from 'fast-check';
import { term, year } from '../../../support/school/small-school.ts';
import { interleave } from '../../../support/step-by-step/stepped-requests.ts';
import { placementActs } from './placement-acts.ts';
import { placementFaults, type SavedValue } from './placement-faults.ts';

/** Expected refusals; any other error is a fault. */
const refusals = new Set([403, 404, 409, 422]);

const choices = (names: readonly string[], { min, max }: { min: number; max: number }) =>
  fc.uniqueArray(fc.constantFrom(...names), { minLength: min, maxLength: max });

/**
 * Acts that place a student beside acts that write for one, their requests to the table in any order: afterwards each
 * acknowledged value is where the student is. Fails with the smallest case that it finds. For a small school in this
 * process.
 */
export async function checkPlacement({ runs }: { runs: number }): Promise<{ acknowledged: number }> {
  const { newStudent, actsOf } = await placementActs();
  const { placers, writers, before } = actsOf('nobody');
  let students = 0;
  let acknowledged = 0;
  const aCase = fc.record({
    isRegistered: fc.boolean(),
    beforehand: choices(Object.keys(before), { min: 0, max: 2 }),
    placing: choices(Object.keys(placers), { min: 1, max: 2 }),
    writing: choices(Object.keys(writers), { min: 1, max: 3 }),
    /**
     * Percent: how often the act goes on whose turn it was. An act that is held up for long is the one that does harm.
     */
    goesOn: fc.constantFrom(0, 50, 90),
    order: fc.infiniteStream(fc.tuple(fc.nat(99), fc.nat(11))),
  });
  const property = fc.asyncProperty(aCase, async ({ isRegistered, beforehand, placing, writing, goesOn, order }) => {
    students += 1;
    const studentId = `I${students}`;
    await newStudent(studentId, { isRegistered });
    const acts = actsOf(studentId);
    for (const name of beforehand) await acts.before[name as keyof typeof before]().catch(refusedOnly);
    let last = -1;
    const next = (waiting: readonly number[]): number => {
      const [chance, choice] = order.next().value ?? [0, 0];
      if (!waiting.includes(last) || chance >= goesOn) last = waiting[choice % waiting.length] ?? 0;
      return last;
    };
    const results = await interleave(
      [
        ...placing.map((name) => acts.placers[name as keyof typeof placers]),
        ...writing.map((name) => acts.writers[name as keyof typeof writers]),
      ],
      next,
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
  await fc.assert(property, { numRuns: runs, endOnFailure: false });
  return { acknowledged };
}

type Acts = ReturnType<Awaited<ReturnType<typeof placementActs>>['actsOf']>;
/** Two acts, one of which is held up. */
interface HoldUp {
  name: string;
  isRegistered: boolean;
  prepare: (acts: Acts) => Promise<void>;
  other: (acts: Acts) => () => Promise<SavedValue[]>;
  /** What must be there besides what was acknowledged. */
  kept?: (acts: Acts) => SavedValue;
}

/** Writers, all of them unless some are named, for a student who has marks in 1A and in 1B. */
const writing = (acts: Acts, names?: readonly string[]): HoldUp[] =>
  (Object.keys(acts.writers) as (keyof Acts['writers'])[])
    .filter((name) => names?.includes(name) ?? true)
    .map((name) => ({
      name,
      isRegistered: true,
      prepare: async ({ before }) => {
        await before['with a mark of 1B']();
        await before['with marks']();
        await before['with something to restore']();
      },
      other: ({ writers }) => writers[name],
      kept: ({ ofPage1B }) => ofPage1B,
    }));

/** Other acts that make or take away the term report. */
const placing: readonly HoldUp[] = [
  { name: 'register', isRegistered: false, prepare: async () => undefined, other: (acts) => acts.placers.register },
  {
    name: 'undo the registration',
    isRegistered: true,
    prepare: async () => undefined,
    other: (acts) => acts.placers['undo the registration'],
  },
  {
    name: 'restore the term report',
    isRegistered: true,
    prepare: ({ before }) => before['report deleted'](),
    other: (acts) => acts.placers['restore the term report'],
  },
];

/**
 * A change of class beside acts that place or write, all writers unless some are named: the one is held up after each
 * of its requests until the other is through. Answers how many saves were acknowledged.
 */
export async function checkEveryInterruption(
  names?: readonly string[],
): Promise<{ acknowledged: number; faults: string[] }> {
  const { newStudent, actsOf } = await placementActs();
  const faults: string[] = [];
  let acknowledged = 0;
  let students = 0;
  async function holdUp({ name, isRegistered, prepare, other, kept }: HoldUp, heldUp: 0 | 1, after: number) {
    students += 1;
    const studentId = `U${students}`;
    await newStudent(studentId, { isRegistered });
    const acts = actsOf(studentId);
    await prepare(acts);
    let passed = 0;
    const results = await interleave([acts.placers['change class to 1B'], other(acts)], (waiting) => {
      const free = waiting.find((actor) => actor !== heldUp);
      if (free !== undefined && passed >= after) return free;
      if (waiting.includes(heldUp)) passed += 1;
      return waiting.includes(heldUp) ? heldUp : (free ?? 0);
    });
    for (const result of results) if (result.status === 'rejected') refusedOnly(result.reason);
    const saved = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    acknowledged += saved.length;
    const found = await placementFaults({ studentId, year, term, saved: kept ? [...saved, kept(acts)] : saved });
    const held = heldUp === 0 ? 'the change of class' : 'it';
    faults.push(...found.map((fault) => `${name}, ${held} held up after ${after}: ${fault}`));
    return passed > after;
  }
  for (const one of [...placing, ...writing(actsOf('nobody'), names)]) {
    for (const heldUp of [0, 1] as const) {
      for (let after = 0; await holdUp(one, heldUp, after); after += 1);
    }
  }
  return { acknowledged, faults };
}

function refusedOnly(error: unknown): void {
  const { status } = error as { status?: number };
  if (status === undefined || !refusals.has(status)) throw error;
}
