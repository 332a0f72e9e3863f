import { judgesRegister } from '#shared/options/truth-check/improbable/class-to-judge.ts';
import type { KeepWithCopies } from '../../../term-reports/report-cards/kept-with-copies.ts';
import type { CopyEdition } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import type { ReportCard } from '../../../term-reports/report-cards/report-card.ts';
import { readClassOfTerm } from '../findings/class-contents.ts';
import { type Dismissals, type DismissedFindingItem, readDismissalsOfTerm } from '../findings/dismissed-finding.ts';
import { findInClass } from '../findings/findings-of-class.ts';
import { readTermToJudge, type TermToJudge } from '../findings/term-to-judge.ts';
import { type CheckedClass, PostingCheckEntity } from './posting-check.ts';

/** Keeps with copies what was checked of them: the posting's certificate is made of it. */
export const keepCheckOfCopies: KeepWithCopies = async ({ edition, part, cards, by }) => {
  const { year, term, version, base } = edition;
  // The register is not read: a posting has no right to. Its rules are judged where somebody looks at a class.
  const ofTerm = await readTermOfEdition(edition, by.request.now);
  const byClass = Map.groupBy(cards, ({ student }) => student.classId);
  const dismissedIn = byClass.size === 0 ? () => new Map() : await readDismissalsOfTerm(edition);
  const classes = await Promise.all(
    [...byClass].map(([classId, ofClass]) =>
      checkOfClass(classId, ofClass, { ofTerm, dismissed: dismissedIn(classId) }),
    ),
  );
  return PostingCheckEntity.create({
    year,
    term,
    version,
    base,
    part,
    classes: classes.map(({ checked }) => checked),
    dismissed: classes.flatMap(({ dismissed }) => dismissed.map(nameOfDismissal)),
    by: by.caller.name,
    at: by.request.now.toISOString(),
  });
};

let lastRead: { edition: string; ofTerm: Promise<TermToJudge> } | undefined;

/** What the classes of a term share is read once for all transactions of an edition. */
async function readTermOfEdition({ year, term, version, postedAt }: CopyEdition, now: Date): Promise<TermToJudge> {
  const edition = [year, term, version, postedAt].join(' ');
  if (lastRead?.edition !== edition) {
    lastRead = { edition, ofTerm: readTermToJudge({ year, term }, now, { withRegister: false }) };
    lastRead.ofTerm.catch(() => {
      lastRead = undefined;
    });
  }
  return lastRead.ofTerm;
}

export const nameOfDismissal = ({ finding, at }: Pick<DismissedFindingItem, 'finding' | 'at'>): string =>
  `${finding}#${at}`;

async function checkOfClass(
  classId: string,
  cards: readonly ReportCard[],
  { ofTerm, dismissed }: { ofTerm: TermToJudge; dismissed: Dismissals },
): Promise<{ checked: CheckedClass; dismissed: DismissedFindingItem[] }> {
  const contents = await readClassOfTerm(classId, ofTerm);
  const improbable = (await findInClass(contents, ofTerm)).filter(({ rule }) => rule !== 'certain');
  const found = new Set(improbable.map(({ key }) => key));
  return {
    checked: {
      classId,
      formLevel: cards[0]?.student.formLevel ?? 0,
      reports: cards.length,
      figures: cards.reduce((sum, one) => sum + countFigures(one), 0),
      improbable: improbable.filter(({ key }) => !dismissed.has(key)).length,
    },
    dismissed: [...dismissed.values()].filter(({ finding, rule }) => found.has(finding) || judgesRegister(rule)),
  };
}

/** Course, exam and total of each subject, those of the class where they are printed, the average and the rank. */
const countFigures = ({ subjects }: Pick<ReportCard, 'subjects'>): number =>
  subjects.reduce((sum, { ofClass }) => sum + 3 + (ofClass ? 3 : 0), 0) + 2;
