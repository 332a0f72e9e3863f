import type { CardLayout, LayoutBlock } from '#shared/term-reports/layouts/card-layout.ts';
import { cardTextTitles, remarkTitles } from '#shared/term-reports/wordings.ts';
import type { ReportCard } from '../report-card.ts';

/** What people write on a report and a layout may leave out. */
interface WrittenText {
  name: string;
  isOn: (card: ReportCard) => boolean;
  hasPlace: (block: LayoutBlock) => boolean;
}

const isWritten = (text: string | null | undefined): boolean => (text ?? '').trim() !== '';

const remark = (of: 'formTeacher' | 'dean'): WrittenText => ({
  name: remarkTitles[of],
  isOn: ({ remarks }) => isWritten(remarks[of]),
  hasPlace: (block) => block.block === 'remarks' && block.of === of,
});

const writtenTexts: readonly WrittenText[] = [
  {
    name: cardTextTitles.comments,
    isOn: ({ subjects }) => subjects.some(({ comment }) => isWritten(comment)),
    hasPlace: (block) => block.block === 'subjects' && block.columns.some(({ column }) => column === 'comment'),
  },
  {
    name: cardTextTitles.music,
    isOn: ({ music }) => music !== null,
    hasPlace: ({ block }) => block === 'music',
  },
  {
    name: cardTextTitles.activities,
    isOn: ({ coCurricular }) => coCurricular.length > 0,
    hasPlace: ({ block }) => block === 'activities',
  },
  remark('formTeacher'),
  remark('dean'),
];

const blocksOf = ({ front, back }: CardLayout): LayoutBlock[] => [...front, ...(back ?? [])].flat();

/** What is written on a card and would not be printed, because its layout has no place for it. Pure. */
export const listTextsWithoutPlace = (card: ReportCard, layout: CardLayout): { name: string }[] =>
  writtenTexts.filter(({ isOn, hasPlace }) => isOn(card) && !blocksOf(layout).some(hasPlace));
