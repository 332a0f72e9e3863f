import { certificateWordings as say } from '#shared/options/truth-check/wordings.ts';
import { levelName } from '#shared/people/form-level.ts';
import { pluralize } from '#shared/pluralize.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import type { ListReport } from '../../../term-reports/report-cards/print/list-report.ts';
import type { DismissedFindingItem } from '../findings/dismissed-finding.ts';
import type { CheckedClass, PostingCheckItem } from './posting-check.ts';

export interface CertificateOf {
  year: number;
  term: 1 | 2 | 3;
  /** Of every edition whose copies are posted. */
  checks: readonly PostingCheckItem[];
  /** Those that are named in the checks and are still there. */
  dismissals: readonly DismissedFindingItem[];
  /** "Last, First" by student id; who was erased is missing. */
  names: ReadonlyMap<string, string>;
  titles: ReadonlyMap<string, { title: string }>;
  momentOf: (at: string) => string;
}

/** The certificate of a posting: who posted, what was computed again, and what was dismissed by whom and why. Pure. */
export function buildCertificate(of: CertificateOf): ListReport {
  const { year, term, checks, dismissals, names, titles, momentOf } = of;
  // A card that was posted again is counted once: as it was posted with the others.
  const [first, again] = [checks.filter(isOfFirst), checks.filter((check) => !isOfFirst(check))].map((some) =>
    some.flatMap((check) => check.classes),
  ) as [CheckedClass[], CheckedClass[]];
  const forms = Map.groupBy(first, ({ formLevel }) => formLevel);
  const total = (name: 'reports' | 'figures' | 'improbable', some: readonly CheckedClass[]): number =>
    some.reduce((sum, one) => sum + one[name], 0);
  const editions = [...Map.groupBy(checks, ({ version }) => version).values()];
  const posted = editions.flatMap(([one]) => (one ? [say.posted(one.by, momentOf(one.at))] : []));
  return {
    name: say.title,
    about: termTitle({ year, term }),
    note: [
      ...posted,
      say.checked(pluralize(total('reports', first), 'report card'), pluralize(total('figures', first), 'figure')),
      ...(again.length === 0
        ? []
        : [
            say.checkedAgain(
              pluralize(total('reports', again), 'report card'),
              pluralize(total('figures', again), 'figure'),
            ),
          ]),
    ].join(' '),
    counts: {
      columns: [
        { title: 'Form', width: 16 },
        { title: 'Classes', width: 36 },
        { title: 'Report cards', width: 18, kind: 'number' },
        { title: 'Figures', width: 16, kind: 'number' },
        { title: say.leftImprobable, width: 22, kind: 'number' },
        { title: say.dismissed, width: 16, kind: 'number' },
      ],
      rows: [...forms]
        .sort(([a], [b]) => a - b)
        .map(([level, some]) => {
          const classIds = [...new Set(some.map(({ classId }) => classId))].sort();
          return [
            levelName(level),
            classIds.join(', '),
            total('reports', some),
            total('figures', some),
            total('improbable', some),
            dismissals.filter(({ classId }) => classIds.includes(classId)).length,
          ];
        }),
    },
    columns: [
      { title: 'Class', width: 7 },
      { title: 'Student', width: 32, kind: 'name' },
      { title: 'Found', width: 34 },
      { title: say.dismissedBecause, width: 34 },
      { title: 'By', width: 22 },
    ],
    rows: dismissals
      .toSorted((a, b) => a.classId.localeCompare(b.classId, 'en', { numeric: true }) || a.at.localeCompare(b.at))
      .map(({ classId, studentId, subjectId, text, reason, by, at }) => [
        classId,
        studentId === undefined ? say.wholeClass : `${names.get(studentId) ?? ''} (${studentId})`.trim(),
        [...(subjectId === undefined ? [] : [titles.get(subjectId)?.title ?? subjectId]), text].join(': '),
        reason,
        `${by}, ${momentOf(at)}`,
      ]),
    nothing: say.nothingDismissed,
  };
}

const isOfFirst = ({ version, base }: PostingCheckItem): boolean => version === base;
