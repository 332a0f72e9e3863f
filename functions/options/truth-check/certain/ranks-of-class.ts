import { certainFaultWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { buildClassRanks, type ClassRanks } from '../../../term-reports/documents/class-marks.ts';
import type { CardToPost, ContentsOfClass, FactsOfPosting } from '../../../term-reports/report-cards/posting-guards.ts';
import { type ComputedFigures, computeAgain, placesAgain } from './second-computation.ts';

/** The rank sheet of a class that is about to be posted, and what has to be on it. */
export interface RanksToCheck {
  sheet: ClassRanks;
  again: ReadonlyMap<string, RankAgain>;
}

interface RankAgain {
  rank: number | null;
  average: string | null;
  /** "9 of 10 entered". */
  entered: string;
}

/** The rank sheets of the classes of cards, each with its ranks computed a second time. */
export function ranksToCheck(cards: readonly CardToPost[], facts: FactsOfPosting): Map<ContentsOfClass, RanksToCheck> {
  const found = new Map<ContentsOfClass, RanksToCheck>();
  for (const { card, ofClass } of cards) {
    if (!ofClass || found.has(ofClass)) continue;
    const { formLevel, classId } = card.student;
    const { term, year } = card.period;
    const ids = [...new Set([...ofClass.reports, ...ofClass.records].map(({ studentId }) => studentId))];
    const figures = new Map<string, ComputedFigures>();
    for (const id of ids) {
      const report = ofClass.reports.find(({ studentId }) => studentId === id);
      const own = ofClass.records.filter(({ studentId }) => studentId === id);
      const again = computeAgain({ ...report, formLevel, term }, own, facts.school.markingScheme);
      if (again) figures.set(id, again);
    }
    if (figures.size < ids.length) continue;
    const isLeaver = (id: string) => facts.leavers.has(id);
    const places = placesAgain(new Map([...figures].map(([id, { average }]) => [id, isLeaver(id) ? null : average])));
    found.set(ofClass, {
      sheet: buildClassRanks({
        school: facts.school,
        classId,
        formLevel,
        year,
        term,
        // Which day they left is not compared.
        students: ids.map((id) => ({
          studentId: id,
          firstName: '',
          lastName: id,
          ...(isLeaver(id) ? { left: '' } : {}),
        })),
        reports: ofClass.reports,
        records: ofClass.records,
      }),
      again: new Map(
        [...figures].map(([id, { average, entered, of }]) => [
          id,
          { rank: places.get(id) ?? null, average, entered: `${entered} of ${of} entered` },
        ]),
      ),
    });
  }
  return found;
}

/** Ranks of one student that differ when they are computed again. */
export function findDifferentRanks(studentId: string, { sheet, again }: RanksToCheck): string[] {
  const own = again.get(studentId);
  const listed = sheet.students.find(({ id }) => id === studentId);
  if (!own || !listed) return [wordings.notRanked];
  const entered = `${listed.average.entered} of ${listed.average.of} entered`;
  return [
    ...(listed.rank === own.rank ? [] : [wordings.rank({ sheet: listed.rank, again: own.rank })]),
    ...(listed.average.text === own.average && entered === own.entered ? [] : [wordings.averageOfRanks]),
  ];
}
