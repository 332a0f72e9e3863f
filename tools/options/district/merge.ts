import type { FiguresContent, LevelFigures, SubjectFigures } from '#shared/options/district/figures-file.ts';

/** A group over all schools: sums and means of what their files show. What a file hides is in none of them. */
export interface MergedGroup {
  students: number;
  /** Means by the number of students, one decimal; null where no file has the figure. */
  average: number | null;
  attendance: number | null;
  marksEntered: number | null;
  textsEntered: number | null;
  /** Schools whose file shows the group, and those that hide it. */
  shown: number;
  hidden: number;
}

export interface MergedSubject {
  title: string;
  all: MergedGroup;
  levels: { level: number; group: MergedGroup }[];
}

/** The figures of many schools as one. */
export interface MergedFigures {
  school: MergedGroup;
  levels: { level: number; group: MergedGroup }[];
  subjects: MergedSubject[];
}

type Figures = LevelFigures | SubjectFigures | null;

/**
 * Merges the files of a term. A total is that of the totals that are shown: nothing is computed by subtracting, so that
 * what one school hides is in no figure of the district. Subjects are merged by title, in any case of letters. Pure.
 */
export function mergeFigures(schools: readonly FiguresContent[]): MergedFigures {
  const titles = Map.groupBy(
    schools.flatMap(({ subjects }) => subjects),
    ({ title }) => title.toLowerCase().replaceAll(/\s+/g, ' '),
  );
  return {
    school: mergeGroup(schools.map(({ school_figures }) => school_figures)),
    levels: mergeLevels(schools.flatMap(({ levels }) => levels)),
    subjects: [...titles.values()]
      .map((of) => ({
        title: mostFrequent(of.map(({ title }) => title)),
        all: mergeGroup(of.map(({ figures }) => figures)),
        levels: mergeLevels(of.flatMap(({ levels }) => levels)),
      }))
      .sort((a, b) => a.title.localeCompare(b.title, 'en')),
  };
}

const mergeLevels = (levels: readonly { level: number; figures: Figures }[]) =>
  [...Map.groupBy(levels, ({ level }) => level)]
    .sort(([a], [b]) => a - b)
    .map(([level, of]) => ({ level, group: mergeGroup(of.map(({ figures }) => figures)) }));

function mergeGroup(all: readonly Figures[]): MergedGroup {
  const shown = all.filter((figures) => figures !== null);
  const mean = (of: (figures: LevelFigures & SubjectFigures) => number | null | undefined): number | null => {
    const known = shown.flatMap((figures) => {
      const value = of(figures as LevelFigures & SubjectFigures);
      return value === null || value === undefined ? [] : [{ value, students: figures.students }];
    });
    const students = known.reduce((sum, one) => sum + one.students, 0);
    if (students === 0) return null;
    return Math.round((10 * known.reduce((sum, one) => sum + one.value * one.students, 0)) / students) / 10;
  };
  return {
    students: shown.reduce((sum, { students }) => sum + students, 0),
    average: mean(({ average }) => average),
    attendance: mean(({ attendance }) => attendance),
    marksEntered: mean(({ marks_entered }) => marks_entered),
    textsEntered: mean((figures) => figures.remarks_entered ?? figures.comments_entered),
    shown: shown.length,
    hidden: all.length - shown.length,
  };
}

/** Of equally frequent ones the first by letters. */
const mostFrequent = (titles: readonly string[]): string =>
  [...Map.groupBy(titles, (title) => title)].sort(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || a.localeCompare(b, 'en'),
  )[0]?.[0] ?? '';
