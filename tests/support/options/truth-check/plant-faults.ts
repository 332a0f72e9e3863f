import type {
  ClassToJudge,
  RuleName,
  StudentToJudge,
  SubjectToJudge,
  Warning,
} from '#shared/options/truth-check/improbable/class-to-judge.ts';
import type { Chance } from './faulty-class.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A class that faults can be made in. */
export type Writable = Omit<Mutable<StudentToJudge>, 'subjects'> & { subjects: Mutable<SubjectToJudge>[] };
export type WritableClass = Omit<ClassToJudge, 'students'> & { students: Writable[] };

/** Where a fault was made; null for a whole column. */
export type Planted = Pick<Warning, 'rule' | 'studentId' | 'subjectId'>;

export interface Faulty {
  of: ClassToJudge;
  planted: Planted[];
}

interface Ground {
  of: WritableClass;
  chance: Chance;
  /** Places that have a fault. */
  taken: { subjects: Set<string>; students: Set<string> };
}

/** Takes a subject for a fault of the whole column. */
function takeColumn({ of, chance, taken }: Ground) {
  const free = (of.students[0]?.subjects ?? []).filter(({ subjectId }) => !taken.subjects.has(subjectId));
  const { subjectId } = chance.pick(free);
  taken.subjects.add(subjectId);
  return {
    subjectId,
    cells: of.students.flatMap(({ subjects }) => subjects.filter((one) => one.subjectId === subjectId)),
  };
}

/** Takes a student, and a subject of theirs whose column is sound, for a fault of one cell. */
function takeCell({ of, chance, taken }: Ground, suits: (cell: Writable['subjects'][number]) => boolean = () => true) {
  const free = of.students.flatMap((student) =>
    taken.students.has(student.studentId) || student.sex === null
      ? []
      : student.subjects
          .filter((cell) => !taken.subjects.has(cell.subjectId) && suits(cell))
          .map((cell) => ({ student, cell })),
  );
  if (free.length === 0) return undefined;
  const found = chance.pick(free);
  taken.students.add(found.student.studentId);
  return found;
}

const at = (
  rule: RuleName,
  { student, cell }: { student: Writable; cell: { subjectId: string } | null },
): Planted[] => [{ rule, studentId: student.studentId, subjectId: cell?.subjectId ?? null }];

const other = { male: { he: 'she', him: 'her', his: 'her' }, female: { she: 'he', her: 'his' } } as const;
const strange: Readonly<Record<string, string>> = {
  MATH: 'Reads the novel with feeling. The oral work and grammar improve.',
  ENGL: 'Solves equations quickly. Geometry is the next step.',
};

/** Makes a fault of a kind; undefined where the class has no place for it. */
export function plantFault(rule: RuleName, ground: Ground): Planted[] | undefined {
  const { of, chance } = ground;
  switch (rule) {
    case 'columnsSwapped': {
      const [one, two] = [takeColumn(ground), takeColumn(ground)];
      for (const [index, cell] of one.cells.entries()) {
        const beside = two.cells[index];
        if (beside) [cell.total, beside.total] = [beside.total, cell.total];
      }
      return [one, two].map(({ subjectId }) => ({ rule, studentId: null, subjectId }));
    }
    case 'rowsShifted': {
      const { subjectId, cells } = takeColumn(ground);
      const marks = cells.map(({ total }) => total);
      const from = chance.below(2) === 0 ? 0 : chance.below(cells.length - 14);
      const step = chance.pick([1, -1]);
      for (const [index, cell] of cells.entries()) {
        if (index >= from) cell.total = marks[index - step] ?? null;
      }
      return [{ rule, studentId: null, subjectId }];
    }
    case 'allSame': {
      const { subjectId, cells } = takeColumn(ground);
      const mark = chance.pick([0, 60, 75]);
      for (const cell of cells) cell.total = mark;
      return [{ rule, studentId: null, subjectId }];
    }
    case 'sameWords': {
      const { subjectId, cells } = takeColumn(ground);
      const some = cells.slice(0, Math.ceil(cells.length * (0.35 + chance.below(6) / 10)));
      for (const cell of some) cell.comment = 'Satisfactory work, and more effort is needed next term.';
      return [{ rule, studentId: null, subjectId }];
    }
    case 'farFromOthers': {
      const found = takeCell(ground, ({ total }) => total !== null && total >= 55);
      if (!found) return undefined;
      const { cell } = found;
      // A digit that was not typed, or a point too many.
      cell.total = chance.pick([Math.floor((cell.total ?? 0) / 10), (cell.total ?? 0) / 10, 0]);
      return at(rule, found);
    }
    case 'aboveClass': {
      const isLow = ({ total, before, subjectId }: Writable['subjects'][number]) =>
        total !== null && before !== null && Math.max(total, before) + 25 < (of.highestBefore.get(subjectId) ?? 100);
      const found = takeCell(ground, (cell) => isLow(cell) && (of.highestBefore.get(cell.subjectId) ?? 100) < 94);
      if (!found) return undefined;
      found.cell.total = Math.min(100, (of.highestBefore.get(found.cell.subjectId) ?? 0) + 5 + chance.below(5));
      return at(rule, found);
    }
    case 'unlikeRegister': {
      const found = takeCell(ground);
      if (!found) return undefined;
      const { student } = found;
      student.register = { absent: 3, late: 2 };
      student.timesAbsent = 3 + chance.pick([-3, 3, 10, 27]);
      return at(rule, { student, cell: null });
    }
    case 'moreThanSessions': {
      const found = takeCell(ground);
      if (!found) return undefined;
      found.student.register = null;
      found.student.timesAbsent = (of.sessions ?? 0) + 1 + chance.below(100);
      return at(rule, { student: found.student, cell: null });
    }
    default:
      return plantInComment(rule, ground);
  }
}

function plantInComment(rule: RuleName, ground: Ground): Planted[] | undefined {
  const { of, chance } = ground;
  const found = takeCell(ground, ({ total, subjectId }) => {
    if (rule === 'otherSubject') return subjectId in strange;
    return rule === 'contradictsMark' ? total !== null && (total < 38 || total >= 82) : total !== null;
  });
  if (!found) return undefined;
  const { student, cell } = found;
  const he = student.sex === 'male' ? 'he' : 'she';
  switch (rule) {
    case 'otherName': {
      const name = chance.pick(
        [...of.firstNames].filter((one) => one !== student.firstName && !/Mark|Grace|Hope/.test(one)),
      );
      cell.comment = `This was a steady term, and ${name} should revise more.`;
      break;
    }
    case 'wrongPronoun': {
      const turned: Readonly<Record<string, string>> = student.sex === 'male' ? other.male : other.female;
      const text = `${student.firstName} works steadily. Next term ${he} should practise more, and ${he} will do well.`;
      cell.comment = text.replace(/\b(?:he|she)\b/g, (word) => turned[word] ?? word);
      break;
    }
    case 'otherSubject':
      cell.comment = strange[cell.subjectId] ?? null;
      break;
    case 'contradictsMark':
      cell.comment =
        (cell.total ?? 0) < 40 ? 'An excellent term, well done.' : 'A disappointing term: more work is needed.';
      break;
    case 'unfinished':
      cell.comment = `${student.firstName} works steadily. Next term ${he} should practise ${chance.pick(['more and', 'the', 'revisi'])}`;
      break;
    default:
      cell.comment = `${student.firstName} works steadily ${chance.pick(['😀', 'שלום', '漢字'])} in every lesson.`;
  }
  return at(rule, found);
}
