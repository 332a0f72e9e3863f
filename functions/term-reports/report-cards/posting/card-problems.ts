import { findUnprintable } from '#shared/printed-text.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { remarkLimits } from '#shared/term-reports/limits.ts';
import { cardProblemWordings, remarkTitles } from '#shared/term-reports/wordings.ts';
import { listTextsWithoutPlace } from '../layouts/texts-without-place.ts';
import type { ReportCard } from '../report-card.ts';

/** What a report lacks before parents see it; empty lists where it lacks nothing. */
export interface CardProblems {
  /** Titles of subjects without a total. */
  missingMarks: string[];
  missingRemarks: string[];
  /** Texts too long for their field or the page, or with characters that paper cannot show. */
  textProblems: string[];
}

interface CardText {
  name: string;
  text: string;
  /** Characters. */
  limit: number;
}

/** Number of texts that are named where a card is too long. */
const namedTexts = 3;

const remarksOf = ({ remarks }: ReportCard): CardText[] => [
  { name: remarkTitles.formTeacher, text: remarks.formTeacher ?? '', limit: remarkLimits.formTeacher },
  { name: remarkTitles.dean, text: remarks.dean ?? '', limit: remarkLimits.deanPopup },
];

/**
 * Lists what a card lacks or cannot print. Pure.
 * @param as.fitsPages it fits on the pages of its layout (`createPageFitMeasurer`)
 */
export function findCardProblems(
  card: ReportCard,
  { fitsPages, layout }: { fitsPages: boolean; layout: CardLayout },
): CardProblems {
  const { subjects, music } = card;
  const texts: CardText[] = [
    ...remarksOf(card),
    { name: 'Music', text: music?.comment ?? '', limit: remarkLimits.music },
    ...subjects.map(({ title, comment }) => ({ name: title, text: comment ?? '', limit: remarkLimits.subject })),
  ];
  return {
    ...findMissing(card),
    textProblems: [
      ...texts.flatMap(({ name, text, limit }) => [
        ...(text.length > limit ? [cardProblemWordings.tooLong(name, text.length, limit)] : []),
        ...(findUnprintable(text).length > 0 ? [cardProblemWordings.unprintable(name)] : []),
      ]),
      ...(fitsPages ? [] : [cardProblemWordings.overPage(longestOf(texts), layout.back ? 2 : 1)]),
      ...listTextsWithoutPlace(card, layout).map(({ name }) => cardProblemWordings.noPlace(name)),
    ],
  };
}

const findMissing = (card: ReportCard): Pick<CardProblems, 'missingMarks' | 'missingRemarks'> => ({
  missingMarks: card.subjects.filter(({ total }) => total === null).map(({ title }) => title),
  missingRemarks: remarksOf(card)
    .filter(({ text }) => text.trim() === '')
    .map(({ name }) => name),
});

/**
 * Whether a mark or a remark is missing. The number of incomplete reports must be confirmed before they are posted.
 * Nothing is missing of a leaver.
 * @param leavers of the card's students (`readLeaversOfTerm`)
 */
export const isIncomplete = (card: ReportCard, leavers: ReadonlyMap<string, string>): boolean => {
  if (leavers.has(card.student.id)) return false;
  const { missingMarks, missingRemarks } = findMissing(card);
  return missingMarks.length + missingRemarks.length > 0;
};

export const hasProblems = ({ missingMarks, missingRemarks, textProblems }: CardProblems): boolean =>
  missingMarks.length + missingRemarks.length + textProblems.length > 0;

/** "Physics (480 characters), Dean’s remarks (455)". */
const longestOf = (texts: readonly CardText[]): string =>
  texts
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, namedTexts)
    .map(({ name, text }, index) => `${name} (${text.length}${index === 0 ? ' characters' : ''})`)
    .join(', ');
