import {
  type RuleName,
  ruleNames,
  type SubjectToJudge,
} from '#shared/options/truth-check/improbable/class-to-judge.ts';
import { createSeededRandom } from '../../samples/random-numbers.ts';
import { type Faulty, plantFault, type Writable, type WritableClass } from './plant-faults.ts';
import {
  firstNames,
  lastNames,
  type PickOne,
  subjectsTaught,
  writeComment,
  writeRemark,
} from './remarks-of-teachers.ts';

/** Numbers that depend on the seed alone. */
export interface Chance {
  below: (limit: number) => number;
  pick: PickOne;
  /** Around 0, mostly within twice the spread. */
  around: (spread: number) => number;
}

export function chanceOf(seed: number): Chance {
  const next = createSeededRandom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (from) => {
      const one = from[below(from.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
    around: (spread) => (next() + next() + next() + next() - 2) * 1.732 * spread,
  };
}

const sessions = 120;
const toMark = (value: number): number => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10;

/**
 * A class as schools have them: students who are good at some things, marks that move, remarks of many hands.
 * @param talents by how much a student's subjects differ: the standard deviation, in percent
 */
export function makeClass(seed: number, talents = 8): WritableClass {
  const chance = chanceOf(seed);
  const { around, below, pick } = chance;
  const size = 22 + below(14);
  const levels = subjectsTaught.map(() => around(6));
  const moves = subjectsTaught.map(() => around(4));
  const highestBefore = new Map<string, number>();
  const students = Array.from({ length: size }, (_, index): Writable => {
    const sex = below(2) === 0 ? 'male' : 'female';
    const ability = 62 + around(11);
    const student = {
      studentId: `S${String(index).padStart(2, '0')}`,
      firstName: pick(firstNames[sex]),
      otherNames: [pick(lastNames)],
      // Of some the school does not know it.
      sex: below(20) === 0 ? null : sex,
    } as const;
    const subjects = subjectsTaught.map(({ subjectId, title, topics }, place): SubjectToJudge => {
      const own = ability + (levels[place] ?? 0) + around(talents);
      const marks = Array.from({ length: 3 }, () => toMark(own + around(5)));
      highestBefore.set(subjectId, Math.max(highestBefore.get(subjectId) ?? 0, ...marks));
      const total = below(25) === 0 ? null : toMark(own + (moves[place] ?? 0) + around(5));
      const comment = writeComment(
        { ...student, sex },
        { total, topic: pick(topics), pick, neighbour: pick(firstNames.male) },
      );
      const before = below(20) === 0 ? null : (marks[2] ?? null);
      return { subjectId, title, total, before, timesAbsent: below(6), comment };
    });
    const register = { absent: below(15), late: below(10) };
    return {
      ...student,
      timesAbsent: Math.max(0, register.absent + below(3) - 1),
      timesLate: register.late,
      register: below(15) === 0 ? null : register,
      formTeacherComments: writeRemark({ ...student, sex }, pick),
      deanComments: below(4) === 0 ? null : writeRemark({ ...student, sex }, pick),
      subjects,
    };
  });
  const names = new Set<string>([...firstNames.female, ...firstNames.male]);
  return { classId: '3A', students, sessions, highestBefore, firstNames: names };
}

const ofColumns: readonly RuleName[] = ['columnsSwapped', 'rowsShifted', 'allSame', 'sameWords'];

/** The class of the seed with faults of about half of the kinds, each in a place of its own. */
export function makeFaultyClass(seed: number): Faulty {
  const of = makeClass(seed);
  const chance = chanceOf(seed + 1_000_003);
  // Whole columns first: what is planted in one cell must not go with them.
  const kinds = [...ofColumns, ...ruleNames.filter((rule) => !ofColumns.includes(rule))].filter(
    () => chance.below(2) === 0,
  );
  const taken = { subjects: new Set<string>(), students: new Set<string>() };
  return { of, planted: kinds.flatMap((rule: RuleName) => plantFault(rule, { of, chance, taken }) ?? []) };
}
