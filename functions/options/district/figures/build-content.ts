import type { FiguresContent, LevelFigures, SubjectFigures } from '#shared/options/district/figures-file.ts';
import { cellKey, chooseHidden, type EarlierFiles, levelKey, schoolKey, subjectKey } from './choose-hidden.ts';
import { type CountedStudent, countGroups, type Group, type GroupTable } from './group-table.ts';
import { computeCompleteness, computeMean, computeShare } from './precision.ts';

/** Sessions of students: attended, of those that were taken. */
export interface Attended {
  attended: number;
  taken: number;
}

/** What a file is made of. */
export interface FiguresOfTerm {
  students: readonly CountedStudent[];
  attendance: { school: Attended; levels: ReadonlyMap<number, Attended> };
}

type Figures = Pick<FiguresContent, 'school_figures' | 'levels' | 'subjects'>;

/** The figures of a file, and the keys of the groups that are not in it. Pure. */
export function buildFigures(
  { students, attendance }: FiguresOfTerm,
  earlier: EarlierFiles,
): { figures: Figures; hidden: ReadonlySet<string>; shownTotals: string[] } {
  const table = countGroups(students);
  const hidden = chooseHidden(toCounted(table), earlier);
  const unlessHidden = <F>(key: string, figures: () => F): F | null => (hidden.has(key) ? null : figures());
  const totals = [schoolKey, ...[...table.subjects.keys()].map(subjectKey)];
  return {
    hidden,
    shownTotals: totals.filter((key) => !hidden.has(key)),
    figures: {
      school_figures: unlessHidden(schoolKey, () => figuresOfLevel(table.school, attendance.school)),
      levels: [...table.levels].map(([level, group]) => ({
        level,
        figures: unlessHidden(levelKey(level), () => figuresOfLevel(group, attendance.levels.get(level))),
      })),
      subjects: [...table.subjects].map(([id, { title, all, levels }]) => ({
        title,
        figures: unlessHidden(subjectKey(id), () => figuresOfSubject(all)),
        levels: [...levels].map(([level, group]) => ({
          level,
          figures: unlessHidden(cellKey(id, level), () => figuresOfSubject(group)),
        })),
      })),
    },
  };
}

const toCounts = ({ students, figures }: Group) => ({ students, counted: figures.length });
const mapOf = <K, G, H>(groups: ReadonlyMap<K, G>, to: (group: G) => H): Map<K, H> =>
  new Map([...groups].map(([key, group]) => [key, to(group)]));

const toCounted = ({ school, levels, subjects }: GroupTable) => ({
  school: toCounts(school),
  levels: mapOf(levels, toCounts),
  subjects: mapOf(subjects, ({ title, all, levels: of }) => ({
    title,
    all: toCounts(all),
    levels: mapOf(of, toCounts),
  })),
});

const figuresOfLevel = ({ students, figures, marks, texts }: Group, attended: Attended | undefined): LevelFigures => ({
  students,
  average: computeMean(figures),
  attendance: computeShare({ part: attended?.attended ?? 0, of: attended?.taken ?? 0 }, students),
  marks_entered: computeCompleteness(marks),
  remarks_entered: computeCompleteness(texts),
});

const figuresOfSubject = ({ students, figures, marks, texts }: Group): SubjectFigures => ({
  students,
  average: computeMean(figures),
  marks_entered: computeCompleteness(marks),
  comments_entered: computeCompleteness(texts),
});
