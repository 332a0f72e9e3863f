import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { cardProblemWordings } from '#shared/term-reports/wordings.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { formLevelsOfSchool, school } from '../../school/records/school.ts';
import { readLeaversOfTerm } from '../../students/records/term-leavers.ts';
import { cardProof } from '../report-cards/card-proofs.ts';
import { findUnsigned } from '../report-cards/layouts/signed-layout.ts';
import { classConcurrency, readLiveCardsOfClass, readTermFacts } from '../report-cards/live-cards.ts';
import { findCardProblems, hasProblems } from '../report-cards/posting/card-problems.ts';
import { digestOfClass } from '../report-cards/posting/checked-classes.ts';
import { createPageFitMeasurer } from '../report-cards/print/fit-card.ts';
import { readLayoutPictures } from '../report-cards/print/layout-pictures.ts';
import { findWrongFigures, isFigureChecked } from '../report-cards/wrong-figures.ts';

type Lacking = Output<typeof termReportsContract.checkPosting>['students'][number];

type Named = Pick<Lacking, 'class_id' | 'name'>;

/**
 * Reads the reports themselves, four requests a class: whether a card's texts print and fit its page is seen from the
 * texts, and kept entries only say whether there are any. Where reports are signed, one more. Completeness counts from
 * those, by the same rules (ADR 0040).
 */
export const checkPosting = callHandler(termReportsContract.checkPosting, {
  handle: async ({ input: { form_level: level, ...period } }) => {
    const ofTerm = readTermFacts(period);
    const { layouts } = await ofTerm;
    const [beside, pictures] = await Promise.all([
      cardProof()?.room(),
      readLayoutPictures(formLevelsOfSchool().map(layouts)),
    ]);
    const fitOf = createPageFitMeasurer(school(), { beside, pictures });
    const asked = school().formClasses.filter(({ form_level }) => level === undefined || form_level === level);
    const classes = await inParallel(asked, {
      atOnce: classConcurrency,
      does: async ({ id }) => {
        // Each class is measured as soon as it is read, while the others are still being read.
        const { cards, damaged, layoutOf, sources } = await readLiveCardsOfClass({ ...period, classId: id }, ofTerm);
        const fits = cards.map((card) => {
          const layout = layoutOf(card);
          return { card, fit: fitOf(card, layout), layout };
        });
        const judged = fits.map(({ card, fit, layout }): Lacking | undefined => {
          const problems = findCardProblems(card, { fitsPages: fit !== 'over', layout });
          if (!hasProblems(problems)) return undefined;
          const { id: studentId, name, classId } = card.student;
          return {
            student_id: studentId,
            name,
            class_id: classId,
            missing_marks: problems.missingMarks,
            missing_remarks: problems.missingRemarks,
            text_problems: problems.textProblems,
          };
        });
        const unreadable = damaged.map(
          ({ studentId, name }): Lacking => ({
            student_id: studentId,
            name,
            class_id: id,
            missing_marks: [],
            missing_remarks: [],
            text_problems: [cardProblemWordings.damaged],
          }),
        );
        return {
          reports: cards.length + damaged.length,
          sources: [...sources.values()],
          lacking: [...judged, ...unreadable],
          digest: digestOfClass(cards),
          classId: id,
          unsigned: await findUnsigned({ cards, sources }, period),
          tight: fits.filter(({ fit }) => fit === 'tight').map(({ card }) => card.student),
        };
      },
    });
    const lacking = classes.flatMap((one) => one.lacking).filter((student) => student !== undefined);
    const facts = await ofTerm;
    const sources = classes.flatMap((one) => one.sources);
    const unsigned = classes.flatMap((one) => one.unsigned ?? []);
    const ids = [
      ...lacking.map(({ student_id }) => student_id),
      ...sources.map(({ report }) => report.studentId),
      ...unsigned,
    ];
    const leavers = await readLeaversOfTerm([...new Set(ids)], facts.period?.dateEnd ?? null);
    const wrong = await findWrongFigures(sources, { ...facts, leavers });
    return {
      reports: classes.reduce((sum, { reports }) => sum + reports, 0),
      // Nothing is missing of a student who has left; a text that does not print still does not.
      students: lacking
        .map((one) => (leavers.has(one.student_id) ? { ...one, missing_marks: [], missing_remarks: [] } : one))
        .filter((one) => [one.missing_marks, one.missing_remarks, one.text_problems].some((list) => list.length > 0))
        .sort(byClassAndName),
      wrong_figures: sources
        .flatMap(({ card: { student } }) => {
          const figures = wrong.get(student.id);
          if (!figures) return [];
          return { student_id: student.id, name: student.name, class_id: student.classId, figures: [...figures] };
        })
        .sort(byClassAndName),
      ...(isFigureChecked() ? { checked: toChecked(classes) } : {}),
      // Nobody is awaited for a student who has left.
      ...(classes.some((one) => one.unsigned)
        ? { unsigned: toUnsigned(classes, (studentId) => !leavers.has(studentId)) }
        : {}),
      set_tighter: classes.flatMap(({ tight }) =>
        tight.map(({ id, name, classId }) => ({ student_id: id, name, class_id: classId })),
      ),
    };
  },
});

const byClassAndName = (a: Named, b: Named): number =>
  a.class_id.localeCompare(b.class_id) || a.name.localeCompare(b.name);

const toUnsigned = (
  classes: readonly { classId: string; unsigned: readonly string[] | null; reports: number }[],
  isAwaited: (studentId: string) => boolean,
) =>
  classes.flatMap(({ classId, unsigned, reports }) => {
    const awaited = (unsigned ?? []).filter(isAwaited).length;
    return awaited > 0 ? [{ class_id: classId, reports, unsigned: awaited }] : [];
  });

const toChecked = (classes: readonly { classId: string; digest: string; reports: number }[]) =>
  classes.flatMap(({ classId, digest, reports }) => (reports > 0 ? [{ class_id: classId, digest }] : []));
