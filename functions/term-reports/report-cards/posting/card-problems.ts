import { unprintedIn } from '#shared/printed-text.ts';
import { remarkLimits } from '#shared/term-reports/limits.ts';
import type { ReportCard } from '../report-card.ts';

/** What a report lacks before parents see it; each an empty list where nothing is amiss. */
export interface Problems {
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

/** Texts that are named where a card is too long. */
const longest = 3;

/** Holds one card against what a parent expects of it; `fitsPage`: it is on a single page (`pageMeasure`). Pure. */
export function problemsOf(card: ReportCard, fitsPage: boolean): Problems {
  const { subjects, remarks, music } = card;
  const required = [
    { name: 'Form teacher’s remarks', text: remarks.formTeacher ?? '', limit: remarkLimits.formTeacher },
    { name: 'Dean’s remarks', text: remarks.dean ?? '', limit: remarkLimits.deanPopup },
  ];
  const texts: CardText[] = [
    ...required,
    { name: 'Music', text: music?.comment ?? '', limit: remarkLimits.music },
    ...subjects.map(({ title, comment }) => ({ name: title, text: comment ?? '', limit: remarkLimits.subject })),
  ];
  return {
    missingMarks: subjects.filter(({ total }) => total === null).map(({ title }) => title),
    missingRemarks: required.filter(({ text }) => text.trim() === '').map(({ name }) => name),
    textProblems: [
      ...texts.flatMap(({ name, text, limit }) => [
        ...(text.length > limit ? [`${name}: ${text.length} characters, ${limit} at most`] : []),
        ...(unprintedIn(text).length > 0 ? [`${name}: has characters that cannot be printed`] : []),
      ]),
      ...(fitsPage ? [] : [`Too much text for one page, the card goes on to another. Longest: ${longestOf(texts)}`]),
    ],
  };
}

/** Without a mark or a remark: what is posted so is confirmed by its number. */
export const isIncomplete = (card: ReportCard): boolean => {
  const { missingMarks, missingRemarks } = problemsOf(card, true);
  return missingMarks.length + missingRemarks.length > 0;
};

export const hasProblems = ({ missingMarks, missingRemarks, textProblems }: Problems): boolean =>
  missingMarks.length + missingRemarks.length + textProblems.length > 0;

/** "Physics (480 characters), Dean’s remarks (455)". */
const longestOf = (texts: readonly CardText[]): string =>
  texts
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, longest)
    .map(({ name, text }, index) => `${name} (${text.length}${index === 0 ? ' characters' : ''})`)
    .join(', ');
